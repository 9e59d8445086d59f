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

	"biom/shared/client"
)

type retrieveCmd struct {
	Code string `arg:"" optional:"" help:"Share code, such as word-word-123456. If it is left out it is read from standard input, where no process listing shows it."`
	Out  string `type:"path" placeholder:"FILE" help:"Save the response in this file."`
	JSON bool   `name:"json" help:"Print the response as it was sent, not as a table."`

	Service serverFlags `embed:""`
}

// retrieveWait is above what a busy service lets a retrieval queue for.
const retrieveWait = 30 * time.Second

// Run shows what a share code stands for. It never repeats the code in an
// error: it is a secret.
func (c *retrieveCmd) Run(t *terminal) error {
	service, err := c.Service.dial()
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
	place, err := newPlace(c.Out) // before a retrieval is counted
	if err != nil {
		return fmt.Errorf("there is no place to save the response: %w", err)
	}
	defer place.discard()
	return c.show(t, service, code, place)
}

// show retrieves the response, saves it in place if there is one, and prints it.
func (c *retrieveCmd) show(t *terminal, service *client.Client, code string, place *draft) error {
	ctx, cancel := context.WithTimeout(t.ctx, retrieveWait)
	defer cancel()
	got, err := service.Retrieve(ctx, code)
	if err != nil {
		return errors.New(explain(err, c.Service.Server))
	}
	if place != nil {
		if err := place.commitJSON(got.Raw); err != nil {
			return fmt.Errorf("the response was not saved: %w", err)
		}
		fmt.Fprintf(t.stderr, "Saved as %s\n", printable(c.Out))
	}
	if got.KeyStatus != "" {
		fmt.Fprintln(t.stderr, "The service key was not accepted: this counted against the public limits.")
	}
	if c.JSON {
		return writeRaw(t.stdout, got.Raw)
	}
	writeResponse(t.stdout, got.Response, got.Withheld, false)
	return nil
}

// longestCode is beyond any share code.
const longestCode = 1 << 10

// code is the argument, or the first line of standard input.
func (c *retrieveCmd) code(t *terminal) (string, error) {
	if c.Code != "" {
		return c.Code, nil
	}
	if f, ok := t.stdin.(*os.File); ok && isatty.IsTerminal(f.Fd()) {
		fmt.Fprint(t.stderr, "Share code: ")
	}
	line := make(chan string, 1)
	go func() { // a Read of a terminal cannot be interrupted
		text, _ := bufio.NewReader(io.LimitReader(t.stdin, longestCode)).ReadString('\n') // what came before the end counts
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

// writeRaw prints JSON so that people can read it and no terminal obeys it.
func writeRaw(w io.Writer, raw json.RawMessage) error {
	text, err := json.MarshalIndent(raw, "", "  ")
	if err != nil {
		return err
	}
	_, err = fmt.Fprintln(w, escaped(string(text)))
	return err
}
