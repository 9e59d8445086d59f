package main

import (
	"fmt"
	"slices"
	"strings"

	"github.com/alecthomas/kong"
)

// kong has no completion of its own, and the libraries for it bring more than
// the walk through its model that is all there is to do.

// The scripts ask biom itself, so they are right for whatever version is
// installed; where it has nothing to say the shell completes file names.
var completionScripts = map[string]string{
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

type completionCmd struct {
	Shell string `arg:"" enum:"bash,zsh,fish" help:"${enum}. For bash: source <(biom completion bash), in ~/.bashrc to keep it."`
}

// Run prints the script.
func (c *completionCmd) Run(t *terminal) error {
	_, err := fmt.Fprint(t.stdout, completionScripts[c.Shell])
	return err
}

type completeCmd struct {
	Words []string `arg:"" optional:"" help:"The words behind biom; the last one is being typed and may be empty."`
}

// Run prints what the last word may become, one to a line.
func (c *completeCmd) Run(t *terminal, parsed *kong.Context) error {
	for _, word := range candidates(parsed.Model.Node, c.Words) {
		fmt.Fprintln(t.stdout, word)
	}
	return nil
}

// candidates walks the commands along words.
func candidates(at *kong.Node, words []string) (found []string) {
	if len(words) == 0 {
		words = []string{""}
	}
	last, words := words[len(words)-1], words[:len(words)-1]
	var wants *kong.Flag // whose value comes next
	arg := 0
	for _, word := range words {
		switch child := childOf(at, word); {
		case wants != nil:
			wants = nil
		case strings.HasPrefix(word, "-"):
			wants = valueless(at, word)
		case child != nil:
			at, arg = child, 0
		default:
			arg++
		}
	}
	for _, word := range continuations(at, wants, arg, strings.HasPrefix(last, "-")) {
		if strings.HasPrefix(word, last) {
			found = append(found, word)
		}
	}
	slices.Sort(found)
	return found
}

// continuations are the values that wants may have, else the flags, else the
// commands and the values of the argument that is due.
func continuations(at *kong.Node, wants *kong.Flag, arg int, dash bool) (words []string) {
	switch {
	case wants != nil:
		return enum(wants.Value)
	case dash:
		for _, group := range at.AllFlags(true) {
			for _, flag := range group {
				words = append(words, "--"+flag.Name)
			}
		}
		return words
	}
	for _, child := range at.Children {
		if !child.Hidden {
			words = append(words, child.Name)
		}
	}
	if arg < len(at.Positional) {
		words = append(words, enum(at.Positional[arg])...)
	}
	return words
}

func enum(v *kong.Value) []string {
	if v.Enum == "" {
		return nil
	}
	return v.EnumSlice()
}

func childOf(at *kong.Node, word string) *kong.Node {
	if i := slices.IndexFunc(at.Children, func(n *kong.Node) bool { return n.Name == word }); i >= 0 {
		return at.Children[i]
	}
	return nil
}

// valueless returns the flag that word names if its value is the next word.
func valueless(at *kong.Node, word string) *kong.Flag {
	for _, group := range at.AllFlags(false) {
		for _, flag := range group {
			if ("--"+flag.Name == word || flag.Short != 0 && "-"+string(flag.Short) == word) && !flag.IsBool() && !flag.IsCounter() {
				return flag
			}
		}
	}
	return nil
}
