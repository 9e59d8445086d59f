// Command biom turns optical-biometer reports into structured, validated
// biometry. See README.md.
package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/signal"
	"syscall"

	"github.com/alecthomas/kong"
)

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	// A second signal ends the process at once.
	context.AfterFunc(ctx, stop)
	if err := run(ctx, os.Args[1:], os.Stdout, os.Stderr); err != nil {
		fmt.Fprintln(os.Stderr, "biom:", err)
		if _, ok := errors.AsType[*kong.ParseError](err); ok {
			os.Exit(2) // nothing was done; 1 is also a limit of eval that was not kept
		}
		os.Exit(1)
	}
}
