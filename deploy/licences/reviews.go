package main

// review is a licence file that a person has read, because its text is not that
// of an accepted licence.
type review struct {
	component, file string
	checksum        string   // of the text that was read: another text must be read again
	licences        []string // SPDX names; none if the file need not be reproduced
}

var reviews = []review{
	// "BSD-3-Clause OR GPL-2.0-only", with both texts; biom takes it under the first.
	{"kernel.org/pub/linux/libs/security/libcap/psx", "License", "279fa656c62857d4", []string{"BSD-3-Clause"}},
	// Go, musl libc, go-netdb and a part of nixpkgs.
	{"modernc.org/libc", "LICENSE-3RD-PARTY.md", "f597097efe3d9702", []string{"BSD-3-Clause", "MIT"}},
	// The file only has the address of the project's logo, which is not in the binary.
	{"modernc.org/memory", "LICENSE-LOGO", "5ae5bee3072a8413", nil},
	// Everything that this file lists as linked has its own entry in the document:
	// the other modules, LICENSE-SQLITE, and the file of modernc.org/libc above.
	{"modernc.org/sqlite", "LICENSE-3RD-PARTY.md", "b4366b9c27a93646", nil},
	{"modernc.org/sqlite", "LICENSE-SQLITE", "8438c9c89b849131", []string{"LicenseRef-SQLite-Public-Domain"}},
	// The BSD licence with two clauses, with an introduction that gives it this name.
	{"pdfjs-dist", "wasm/LICENSE_OPENJPEG", "a6af136f3e15038a", []string{"BSD-2-Clause"}},
	// "Licensed under the MIT license", with the address of its text.
	{"qrcode-generator", "dist/qrcode.mjs", "3ada6fd39d006d44", []string{"MIT"}},
}

// findReview returns the review of a file with this text, or nil.
func findReview(c *component, f licenceFile) *review {
	for i, r := range reviews {
		if r.component == c.name && r.file == f.path && r.checksum == checksum(f.text) {
			return &reviews[i]
		}
	}
	return nil
}
