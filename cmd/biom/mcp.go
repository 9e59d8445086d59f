package main

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"

	"biom/cmd/internal/commandline"
	"biom/cmd/internal/display"
	"biom/cmd/internal/draft"
	"biom/shared/agent"
)

type mcpCmd struct {
	Service serverFlags `embed:""`
}

// Run serves an agent until it closes standard input, or until it is told to stop. Nothing but messages of the
// protocol is written to standard output.
func (c *mcpCmd) Run(t *terminal) error {
	service, err := c.Service.dial(t)
	if err != nil {
		return err
	}
	defer service.Close()
	tools := agent.New(agent.Config{Service: service, Version: commandline.Version(), Files: agentFiles{}, Log: t.log})
	return tools.ServeStream(t.ctx, io.NopCloser(t.Stdin), unclosed{t.Stdout})
}

// unclosed is a writer that stays open.
type unclosed struct{ io.Writer }

func (unclosed) Close() error { return nil }

// agentFiles are the files that the tools may read and write: those of the user.
type agentFiles struct{}

var _ agent.Files = agentFiles{}

// Open opens a file. Anything else, such as a pipe, could make a tool wait for ever.
func (agentFiles) Open(path string) (*os.File, error) {
	info, err := os.Stat(path)
	if err != nil {
		return nil, err
	}
	if !info.Mode().IsRegular() {
		return nil, fmt.Errorf("%s is not a file", display.Printable(path))
	}
	return os.Open(path)
}

// Create makes a new file, all of it or nothing. It replaces none, because an agent may name a file that somebody needs.
func (agentFiles) Create(path string, write func(io.Writer) error) error {
	switch _, err := os.Lstat(path); {
	case err == nil:
		return fmt.Errorf("%s exists: name a new file", display.Printable(path))
	case !errors.Is(err, fs.ErrNotExist):
		return fmt.Errorf("there is no place for the file: %w", err)
	}
	target, err := draft.Open(path)
	if err != nil {
		return fmt.Errorf("there is no place for the file: %w", err)
	}
	defer target.Discard()
	if err := write(target); err != nil {
		return err
	}
	return target.Commit()
}
