// Package completion completes a program's commands and flags in a shell. It walks
// through kong's model of the command line, because kong has no completion of its
// own.
package completion

import (
	"slices"
	"strings"

	"github.com/alecthomas/kong"
)

// The scripts ask biom itself, so that they are right for the installed
// version. Where biom has no candidate the shell completes file names.
var scripts = map[string]string{
	"bash": `_biom() {
	local IFS=$'\n'
	COMPREPLY=($(biom complete -- "${COMP_WORDS[@]:1:COMP_CWORD}" 2>/dev/null))
}
complete -o default -F _biom biom
`,
	"zsh": `#compdef biom
_biom() {
	local -a found
	found=(${(f)"$(biom complete -- "${(@)words[2,CURRENT]}" 2>/dev/null)"})
	if (( $#found )); then compadd -a found; else _files; fi
}
compdef _biom biom
`,
	"fish": `function __biom
	set -l words (commandline -opc) (commandline -ct)
	set -l found (biom complete -- $words[2..] 2>/dev/null)
	test (count $found) -gt 0; and printf '%s\n' $found; or __fish_complete_path (commandline -ct)
end
complete -c biom -f -a '(__biom)'
`,
}

// Script returns the script that completes biom's command line in a shell:
// bash, zsh or fish.
func Script(shell string) string { return scripts[shell] }

// Candidates returns the possible completions of the last word, sorted. words are the
// words after the program's name; the last one is being typed and may be empty. root
// is the model of the command line.
func Candidates(root *kong.Node, words []string) (candidates []string) {
	if len(words) == 0 {
		words = []string{""}
	}
	typed, words := words[len(words)-1], words[:len(words)-1]
	at := position{command: root}
	for _, word := range words {
		at.advance(word)
	}
	for _, word := range at.continuations(strings.HasPrefix(typed, "-")) {
		if strings.HasPrefix(word, typed) {
			candidates = append(candidates, word)
		}
	}
	slices.Sort(candidates)
	return candidates
}

// position is a place between two words of a command line.
type position struct {
	command *kong.Node
	flag    *kong.Flag // whose value is next; nil: none
	args    int        // positional arguments of command before this place
}

// advance moves the position behind word.
func (p *position) advance(word string) {
	switch child := p.child(word); {
	case p.flag != nil:
		p.flag = nil
	case strings.HasPrefix(word, "-"):
		p.flag = p.flagWithValue(word)
	case child != nil:
		p.command, p.args = child, 0
	default:
		p.args++
	}
}

// continuations returns the words that may stand at this place. After a flag they
// are its values. Otherwise they are the flags if dash is set, and if not, the
// commands and the values of the next argument.
func (p *position) continuations(dash bool) (words []string) {
	switch {
	case p.flag != nil:
		return enum(p.flag.Value)
	case dash:
		for _, group := range p.command.AllFlags(true) {
			for _, flag := range group {
				words = append(words, "--"+flag.Name)
			}
		}
		return words
	}
	for _, child := range p.command.Children {
		if !child.Hidden {
			words = append(words, child.Name)
		}
	}
	if p.args < len(p.command.Positional) {
		words = append(words, enum(p.command.Positional[p.args])...)
	}
	return words
}

// enum returns the values that a flag or an argument may have, nil if any may be.
func enum(v *kong.Value) []string {
	if v.Enum == "" {
		return nil
	}
	return slices.DeleteFunc(v.EnumSlice(), func(word string) bool { return word == "" }) // an empty one means that the flag may be absent
}

// child returns the subcommand that word names, nil if it names none.
func (p *position) child(word string) *kong.Node {
	children := p.command.Children
	if i := slices.IndexFunc(children, func(n *kong.Node) bool { return n.Name == word }); i >= 0 {
		return children[i]
	}
	return nil
}

// flagWithValue returns the flag that word names if the next word is its value.
func (p *position) flagWithValue(word string) *kong.Flag {
	for _, group := range p.command.AllFlags(false) {
		for _, flag := range group {
			if ("--"+flag.Name == word || flag.Short != 0 && "-"+string(flag.Short) == word) && !flag.IsBool() && !flag.IsCounter() {
				return flag
			}
		}
	}
	return nil
}
