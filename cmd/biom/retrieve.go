package main

import (
	"bufio"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"strings"
	"time"

	"github.com/mattn/go-isatty"

	"biom/cmd/internal/display"
	"biom/cmd/internal/draft"
	"biom/cmd/internal/explain"
	"biom/cmd/internal/table"
	"biom/shared/client"
)

type retrieveCmd struct {
	Code string `arg:"" optional:"" help:"Share code, such as word-word-123456. If it is left out it is read from standard input, where no process listing shows it."`
	Out  string `type:"path" placeholder:"FILE" help:"Save the response in this file."`
	JSON bool   `name:"json" help:"Print the response as it was sent, not as a table."`

	Service serverFlags `embed:""`
}

// retrieveTimeout is longer than a retrieval waits in a busy service.
const retrieveTimeout = 30 * time.Second

// Run shows the response behind a share code. Errors never repeat the code, because
// it is a secret.
func (c *retrieveCmd) Run(t *terminal) error {
	service, err := c.Service.dial(t)
	if err != nil {
		return err
	}
	defer service.Close()
	code, err := c.code(t)
	if err != nil {
		return err
	}
	if c.Out == "" {
		return c.show(t, service, code, nil)
	}
	target, err := draft.Open(c.Out) // before a retrieval is counted
	if err != nil {
		return fmt.Errorf("there is no place to save the response: %w", err)
	}
	defer target.Discard()
	return c.show(t, service, code, target)
}

// show retrieves the response, saves it in target unless that is nil, and prints
// it.
func (c *retrieveCmd) show(t *terminal, service *client.Client, code string, target *draft.Draft) error {
	ctx, cancel := context.WithTimeout(t.ctx, retrieveTimeout)
	defer cancel()
	response, err := service.Retrieve(ctx, code)
	if err != nil {
		return errors.New(explain.Error(err, c.Service.Server))
	}
	if target != nil {
		if err := target.CommitJSON(response.Raw); err != nil {
			return fmt.Errorf("the response was not saved: %w", err)
		}
		fmt.Fprintf(t.Stderr, "Saved as %s\n", display.Printable(c.Out))
	}
	if response.KeyStatus != "" {
		fmt.Fprintln(t.Stderr, "The service key was not accepted: this counted against the public limits.")
	}
	if c.JSON {
		return writeJSON(t.Stdout, response.Raw)
	}
	table.WriteResponse(t.Stdout, response.Response, false)
	return nil
}

// maxCode is the number of bytes that are read of a share code; every code is shorter.
const maxCode = 1 << 10

// code returns the argument, or the first line of standard input.
func (c *retrieveCmd) code(t *terminal) (string, error) {
	if c.Code != "" {
		return c.Code, nil
	}
	if f, ok := t.Stdin.(*os.File); ok && isatty.IsTerminal(f.Fd()) {
		fmt.Fprint(t.Stderr, "Share code: ")
	}
	line := make(chan string, 1)
	go func() { // a Read of a terminal cannot be interrupted
		text, _ := bufio.NewReader(io.LimitReader(t.Stdin, maxCode)).ReadString('\n') // an error means that the input ended without a line break
		line <- strings.TrimSpace(text)
	}()
	select {
	case code := <-line:
		if code == "" {
			return "", errors.New("there is no share code, neither as an argument nor on standard input")
		}
		return code, nil
	case <-t.ctx.Done():
		return "", errors.New("stopped")
	}
}

// writeJSON prints JSON, indented and without characters that could steer a terminal.
func writeJSON(w io.Writer, raw json.RawMessage) error {
	text, err := json.MarshalIndent(raw, "", "  ")
	if err != nil {
		return err
	}
	_, err = fmt.Fprintln(w, display.EscapedJSON(string(text)))
	return err
}
