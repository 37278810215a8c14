# SPDX-License-Identifier: LGPL-2.1-or-later
#
# Completion of the idnx command for fish.  Subcommands, options and values come from the command:
# "idnx help --list".

# Prints what idnx offers after the words before the cursor, each with its description.
function __idnx_offer
    set -l before (commandline -opc)
    set -l word (commandline -ct)
    set -l subcommand $before[2]
    test "$subcommand" != help; or set -e subcommand

    for row in ($before[1] help --list $subcommand 2>/dev/null)
        set -l field (string split \t -- $row)
        if string match -q -- '*=' $field[1]; and string match -q -- "$field[1]*" $word
            set -l value (string replace -- $field[1] '' $word)
            if test "$field[3]" = /
                printf "$field[1]%s\n" (__fish_complete_path $value)
            else
                printf "$field[1]%s\n" (string split ' ' -- $field[3])
            end
        else if string match -q -- '-*' $word; or not string match -q -- '-*' $field[1]
            printf '%s\t%s\n' $field[1] $field[2]
        end
    end
    if contains -- "$subcommand" to-ascii to-unicode explain check compare spoofs resolve allow
        __fish_print_hostnames
    end
end

function __idnx_runs
    set -l words (commandline -opc)
    test "$words[2]" = run; and test (count $words) -gt 2
end

function __idnx_is_done
    set -l words (commandline -opc)
    test "$words[2]" = help; and test (count $words) -gt 2
end

complete -c idnx -f
complete -c idnx -n 'not __idnx_runs; and not __idnx_is_done' -a '(__idnx_offer)'
complete -c idnx -n '__fish_seen_subcommand_from run' -a '(__fish_complete_subcommand --fcs-skip=2)'
