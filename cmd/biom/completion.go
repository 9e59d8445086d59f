package main

import (
	"fmt"

	"github.com/alecthomas/kong"

	"biom/cmd/internal/completion"
)

type completionCmd struct {
	Shell string `arg:"" enum:"bash,zsh,fish" help:"${enum}. For bash: source <(biom completion bash), in ~/.bashrc to keep it."`
}

// Run prints the script.
func (c *completionCmd) Run(t *terminal) error {
	_, err := fmt.Fprint(t.Stdout, completion.Script(c.Shell))
	return err
}

type completeCmd struct {
	Words []string `arg:"" optional:"" help:"The words behind biom; the last one is being typed and may be empty."`
}

// Run prints the possible completions of the last word, one on each line.
func (c *completeCmd) Run(t *terminal, parsed *kong.Context) error {
	for _, word := range completion.Candidates(parsed.Model.Node, c.Words) {
		fmt.Fprintln(t.Stdout, word)
	}
	return nil
}
