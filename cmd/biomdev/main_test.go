package main

import (
	"context"
	"errors"
	"io"
	"strings"
	"testing"

	"go.uber.org/goleak"

	"biom/cmd/internal/commandline"
	"biom/shared/testenv"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(testenv.Closing(m)) }

// processOf returns a process that prints to out.
func processOf(out io.Writer) commandline.Process {
	p := commandline.OS()
	p.Stdin, p.Stdout, p.Stderr = strings.NewReader(""), out, io.Discard
	return p
}

// withoutPrograms returns a process that finds no other program.
func withoutPrograms(out io.Writer) commandline.Process {
	p := processOf(out)
	p.LookPath = func(string) (string, error) { return "", errors.New("not found") }
	return p
}

func TestVersion(t *testing.T) {
	t.Parallel()
	var out strings.Builder
	if err := run(context.Background(), []string{"--version"}, processOf(&out)); err != nil || strings.TrimSpace(out.String()) == "" {
		t.Errorf("%v: %q", err, &out)
	}
}
