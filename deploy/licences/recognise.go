package main

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"slices"
	"strings"
	"sync"

	"github.com/google/licensecheck"
)

// accepted are the SPDX names of the licences that are recognised. They allow a
// binary to be distributed together with their text. Any other licence needs a
// review. A scanner for all licences that licensecheck knows would take seconds
// to build.
var accepted = []string{"0BSD", "Apache-2.0", "BSD-2-Clause", "BSD-3-Clause", "ISC", "MIT", "MIT-0", "OFL-1.1", "Unlicense", "Zlib"}

// recognisedShare is the share of a text, in percent of its words, that must be
// the words of accepted licences. The rest are names and headings.
const recognisedShare = 90

// newScanner returns a scanner that knows the accepted licences.
var newScanner = sync.OnceValues(func() (*licensecheck.Scanner, error) {
	return licensecheck.NewScanner(slices.DeleteFunc(licensecheck.BuiltinLicenses(), func(l licensecheck.License) bool {
		return !slices.Contains(accepted, l.ID)
	}))
})

// recognise returns the SPDX names of the licences in a file of a component,
// sorted. A file that need not be reproduced has none. single reports whether
// the file holds exactly one licence.
func recognise(c *component, f licenceFile) (licences []string, single bool, err error) {
	if r := findReview(c, f); r != nil {
		return r.licences, false, nil
	}
	scanner, err := newScanner()
	if err != nil {
		return nil, false, err
	}
	coverage := scanner.Scan([]byte(f.text))
	for _, match := range coverage.Match {
		if !match.IsURL {
			licences = append(licences, match.ID)
		}
	}
	if len(licences) == 0 || coverage.Percent < recognisedShare {
		return nil, false, unrecognised(c, f, coverage.Percent)
	}
	single = len(licences) == 1
	slices.Sort(licences)
	return slices.Compact(licences), single, nil
}

func unrecognised(c *component, f licenceFile, percent float64) error {
	return fmt.Errorf("the licence of %s %s in its file %s is not one of the accepted ones (recognised: %.0f %% of its words, needed: %d %%): "+
		"read the file; if its terms allow biom to be distributed, add to reviews in deploy/licences/reviews.go\n"+
		"\t{%q, %q, %q, []string{\"the licence's SPDX name\"}},\nor else use another module",
		c.name, c.version, f.path, percent, recognisedShare, c.name, f.path, checksum(f.text))
}

// isNotice reports whether a file is a notice, which must be reproduced but is
// not a licence.
func isNotice(f licenceFile) bool {
	return strings.HasPrefix(strings.ToUpper(f.path[strings.LastIndexByte(f.path, '/')+1:]), "NOTICE")
}

// checksum returns the first 8 bytes of a text's SHA-256, in hexadecimal.
func checksum(text string) string {
	sum := sha256.Sum256([]byte(text))
	return hex.EncodeToString(sum[:8])
}
