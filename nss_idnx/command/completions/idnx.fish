# SPDX-License-Identifier: LGPL-2.1-or-later
#
# Completion of the idnx command for fish.

set -l convert to-ascii to-unicode
set -l names $convert explain check compare resolve punycode
set -l machine doctor enable disable

complete -c idnx -f

complete -c idnx -n __fish_use_subcommand -a to-ascii -d 'Names as DNS has them'
complete -c idnx -n __fish_use_subcommand -a to-unicode -d 'Names as people read them'
complete -c idnx -n __fish_use_subcommand -a explain -d 'How a name is converted, step by step'
complete -c idnx -n __fish_use_subcommand -a check -d 'What a lookup does with names'
complete -c idnx -n __fish_use_subcommand -a compare -d 'Whether two names are the same'
complete -c idnx -n __fish_use_subcommand -a resolve -d 'Look names up as other programs do'
complete -c idnx -n __fish_use_subcommand -a punycode -d 'Encode or decode, nothing else'
complete -c idnx -n __fish_use_subcommand -a run -d 'Run a program with the libidn2 of idnx'
complete -c idnx -n __fish_use_subcommand -a doctor -d 'What is wrong, and how to fix it'
complete -c idnx -n __fish_use_subcommand -a enable -d 'Put idnx into nsswitch.conf'
complete -c idnx -n __fish_use_subcommand -a disable -d 'Take it out again'

complete -c idnx -n __fish_use_subcommand -a help -d 'The options of a subcommand'

complete -c idnx -s h -l help -d 'What it does and its options'
complete -c idnx -s V -l version -d 'The versions of idnx and of Unicode'

# Whether one of these subcommands is there.
set -l with "__fish_seen_subcommand_from"

complete -c idnx -n "$with $names $machine" -l json -d 'Write one JSON object per line'
complete -c idnx -n "$with $convert explain check compare resolve" \
    -a '(__fish_print_hostnames)'
complete -c idnx -n "$with help; and not $with $names $machine run" \
    -a "$names $machine run"
complete -c idnx -n "$with $names" -s 0 -l null -d 'End names with NUL'
complete -c idnx -n "$with check" -s q -l quiet -d 'Only set the exit status'
complete -c idnx -n "$with check" -l set -x -d 'Judge by this setting' \
    -a 'protection=browser protection=strict repertoire=idna2008 repertoire=identifiers
        script-policy=highly-restrictive script-policy=single-script look-alikes=refuse
        ace-names=leave scripts= protect= protected-words=allow'
complete -c idnx -n "$with punycode" -s d -l decode -d 'Punycode to characters'
complete -c idnx -n "$with punycode" -s e -l encode -d 'Characters to Punycode'
complete -c idnx -n "$with punycode" -s u -l code-points -d 'Write code points'
complete -c idnx -n "$with $machine" -l root -x -a '(__fish_complete_directories)' \
    -d 'The system in this folder'
complete -c idnx -n "$with enable disable" -l dry-run -d 'Change nothing'
complete -c idnx -n "$with enable disable" -l libidn2 -d "idnx's libidn2 for all programs"
complete -c idnx -n "$with $convert" -l profile -x -a 'lookup uts46' -d 'A set of flags'
for flag in transitional-processing check-hyphens check-bidi check-joiners \
        use-std3-ascii-rules verify-dns-length ignore-invalid-punycode host-name
    complete -c idnx -n "$with $convert" -l $flag
    complete -c idnx -n "$with $convert" -l no-$flag
end
