package main

import (
	"strings"

	"biom/worker/provider"
	"biom/worker/provider/local"
)

// openLocal opens the reader that needs no key and no network. What it lacks
// is said at start; the documents that need it say so too.
func openLocal(workDir string, t *terminal) (provider.Extractor, error) {
	reader, err := local.New(local.Config{WorkDir: workDir})
	if err != nil {
		return nil, err
	}
	if missing := reader.Missing(); len(missing) > 0 {
		t.log.Warn("the local provider cannot read every document: programs are missing",
			"install", "apt-get install "+strings.Join(missing, " "))
	}
	return reader, nil
}
