// Command biom turns optical-biometer reports into structured, validated
// biometry. See README.md.
package main

import "biom/cmd/internal/commandline"

func main() { commandline.Main("biom", run) }
