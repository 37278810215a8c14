# SPDX-License-Identifier: LGPL-2.1-or-later
# shellcheck shell=sh
#
# progress.sh: shows the progress of long work.  For sh and bash:
#
#   show_progress WHAT HOW_FAR COMMAND...
#
# runs COMMAND, and returns its status.  Meanwhile a line on standard error shows WHAT, the time
# it has taken, and the last line that HOW_FAR prints.  COMMAND and HOW_FAR may be functions;
# HOW_FAR gets no arguments.  On a terminal the line is renewed each second, and erased at the
# end; elsewhere a plain line is printed each minute.
#
#   PROGRESS_SECONDS   that many seconds instead of a minute, for tests

show_progress() {
    tell_progress "$1" "$2" </dev/null >/dev/null 3>&- &
    progress_teller=$!
    shift 2
    progress_status=0
    "$@" || progress_status=$?
    kill "$progress_teller" 2>/dev/null || :
    wait "$progress_teller" 2>/dev/null || :
    return "$progress_status"
}

# tell_progress WHAT HOW_FAR: runs until it is terminated, or the shell that started it has
# ended.  It sleeps in the background, since a waiting shell handles a signal at once.
tell_progress() {
    progress_began=$(date +%s)
    progress_told=0 progress_shown='' progress_sleep=''
    trap 'end_progress; exit 0' TERM
    while :; do
        sleep 1 2>/dev/null &
        progress_sleep=$!
        wait "$progress_sleep"
        kill -0 "$$" 2>/dev/null || exit 0
        progress_now=$(($(date +%s) - progress_began))
        if [ -t 2 ]; then
            progress_shown=yes
            progress_columns=$(stty size <&2 2>/dev/null | cut -d ' ' -f 2)
            [ "${progress_columns:-0}" -gt 0 ] || progress_columns=80
            printf '\r%s\033[K' "$(progress_line "$1" "$2" | cut -c "-$((progress_columns - 1))")" >&2
        elif [ $((progress_now - progress_told)) -ge "${PROGRESS_SECONDS:-60}" ]; then
            progress_told=$progress_now
            progress_line "$1" "$2" | cut -c -200 >&2
        fi
    done
}

end_progress() {
    kill "$progress_sleep" 2>/dev/null
    [ -z "$progress_shown" ] || printf '\r\033[K' >&2
}

# progress_line WHAT HOW_FAR: prints the line, without control characters.
progress_line() {
    progress_time="$progress_now s"
    [ "$progress_now" -lt 60 ] ||
        progress_time="$((progress_now / 60)) min $((progress_now % 60)) s"
    progress_far=$("$2" 2>/dev/null | tail -n 1)
    printf '%s, %s%s\n' "$1" "$progress_time" "${progress_far:+: $progress_far}" |
        tr '\t' ' ' | LC_ALL=C tr -cd '\040-\176\n'
}
