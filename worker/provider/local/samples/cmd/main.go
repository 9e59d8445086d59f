// Command cmd writes the dozen synthetic samples of a seed into a directory.
package main

import (
	"context"
	"flag"
	"fmt"
	"os"

	"biom/worker/provider/local/samples"
)

func main() {
	seed := flag.Uint64("seed", 1, "seed of the numbers")
	flag.Parse()
	if flag.NArg() != 1 {
		fmt.Fprintln(os.Stderr, "usage: samples [-seed N] DIR")
		os.Exit(2)
	}
	if err := samples.Write(context.Background(), *seed, flag.Arg(0)); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}
