package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// mit is the text of the MIT licence below its copyright lines.
const mit = `Permission is hereby granted, free of charge, to any person obtaining a copy of this software and associated documentation
files (the "Software"), to deal in the Software without restriction, including without limitation the rights to use, copy,
modify, merge, publish, distribute, sublicense, and/or sell copies of the Software, and to permit persons to whom the Software
is furnished to do so, subject to the following conditions:

The above copyright notice and this permission notice shall be included in all copies or substantial portions of the Software.

THE SOFTWARE IS PROVIDED "AS IS", WITHOUT WARRANTY OF ANY KIND, EXPRESS OR IMPLIED, INCLUDING BUT NOT LIMITED TO THE WARRANTIES
OF MERCHANTABILITY, FITNESS FOR A PARTICULAR PURPOSE AND NONINFRINGEMENT. IN NO EVENT SHALL THE AUTHORS OR COPYRIGHT HOLDERS BE
LIABLE FOR ANY CLAIM, DAMAGES OR OTHER LIABILITY, WHETHER IN AN ACTION OF CONTRACT, TORT OR OTHERWISE, ARISING FROM, OUT OF OR
IN CONNECTION WITH THE SOFTWARE OR THE USE OR OTHER DEALINGS IN THE SOFTWARE.
`

// withFile returns a component with one file.
func withFile(name, path, text string) *component {
	return &component{name: name, version: "v1.0.0", files: []licenceFile{{path, text}}}
}

// writeFile writes a file below a directory, and makes its parent directories.
func writeFile(t *testing.T, directory, path, text string) {
	t.Helper()
	path = filepath.Join(directory, path)
	if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
}

func TestCommittedFileIsCurrent(t *testing.T) {
	t.Parallel()
	root, err := repositoryRoot()
	if err != nil {
		t.Fatal(err)
	}
	want, err := generate(root)
	if err != nil {
		t.Fatal(err)
	}
	if got, err := os.ReadFile(filepath.Join(root, file)); err != nil || string(got) != string(want) {
		t.Errorf("%s is not current (%v): run `go generate ./deploy/licences` and commit it", file, err)
	}
}

// TestDownloadedVersionsAreThoseOfDeployOCR: deploy/ocr downloads the packages that the files VERSION name.
func TestDownloadedVersionsAreThoseOfDeployOCR(t *testing.T) {
	t.Parallel()
	script, err := os.ReadFile("../ocr")
	if err != nil {
		t.Fatal(err)
	}
	versions, err := filepath.Glob("ocr/*/VERSION")
	if err != nil || len(versions) != strings.Count(string(script), "\n\tfetch ") {
		t.Fatal(versions, err)
	}
	for _, path := range versions {
		text, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		lines := strings.Split(strings.TrimSpace(string(text)), "\n")
		if last := lines[len(lines)-1]; !strings.Contains(string(script), "\tfetch "+last+" ") {
			t.Errorf("%s: deploy/ocr does not download %q", path, last)
		}
	}
}

func TestBuildTagsAreThoseOfDeployBuild(t *testing.T) {
	t.Parallel()
	for script, want := range map[string]string{
		"# go build -tags other\nexec go build -trimpath -tags a,b -o x \"$@\"\n": "a,b",
		"go build -tags=a -o x\n":                                      "a",
		"CGO_ENABLED=0 go build -trimpath ./cmd/biom\n# -tags other\n": "",
	} {
		root := t.TempDir()
		writeFile(t, root, "deploy/build", script)
		if got, err := buildTags(root); err != nil || got != want {
			t.Errorf("%q: got %q, %v", script, got, err)
		}
	}
	if _, err := buildTags(t.TempDir()); err == nil {
		t.Error("no script: no error")
	}
}

func TestUnknownLicenceSaysWhatToDo(t *testing.T) {
	t.Parallel()
	_, err := groupTexts([]*component{withFile("example.org/m", "LICENSE", "Ask me first.")})
	if err == nil {
		t.Fatal("no error")
	}
	for _, part := range []string{"example.org/m v1.0.0", "LICENSE", "deploy/licences/reviews.go", checksum("Ask me first.")} {
		if !strings.Contains(err.Error(), part) {
			t.Errorf("%q is missing in: %v", part, err)
		}
	}
}

func TestChangedLicenceMustBeReviewedAgain(t *testing.T) {
	t.Parallel()
	for _, r := range reviews {
		if _, err := groupTexts([]*component{withFile(r.component, r.file, "Ask me first.")}); err == nil {
			t.Errorf("%s %s: no error", r.component, r.file)
		}
	}
}

func TestComponentWithoutLicenceIsAnError(t *testing.T) {
	t.Parallel()
	for _, c := range []*component{{name: "example.org/none"}, withFile("example.org/notice", "NOTICE", "By me.")} {
		if _, err := groupTexts([]*component{c}); err == nil || !strings.Contains(err.Error(), c.name) {
			t.Errorf("%s: got %v", c.name, err)
		}
	}
}

func TestSameLicenceIsPrintedOnceWithAllCopyrights(t *testing.T) {
	t.Parallel()
	components := []*component{
		withFile("example.org/a", "LICENSE", "The MIT License (MIT)\n\nCopyright (c) 2020 Ann\n\n"+mit),
		withFile("example.org/b", "LICENSE.md", "# MIT License\r\n\r\nCopyright © 2021 Bob\r\nCopyright 2022 Eve\r\n\r\n"+strings.ReplaceAll(mit, "\n", "\r\n")),
	}
	texts, err := groupTexts(components)
	if err != nil || len(texts) != 1 {
		t.Fatalf("%d texts, %v", len(texts), err)
	}
	got := string(render(components, texts))
	for _, part := range []string{
		"| example.org/a | v1.0.0 | MIT | [1](#text-1) |", "| example.org/b | v1.0.0 | MIT | [1](#text-1) |",
		"- example.org/a; Copyright (c) 2020 Ann\n", "- example.org/b; Copyright © 2021 Bob; Copyright 2022 Eve\n", "~~~text\nPermission is hereby",
	} {
		if strings.Count(got, part) != 1 {
			t.Errorf("not there once: %q\n%s", part, got)
		}
	}
}

func TestNoticeIsReproduced(t *testing.T) {
	t.Parallel()
	c := withFile("example.org/a", "LICENSE", mit)
	c.files = append(c.files, licenceFile{"sub/NOTICE.txt", "Contains work of Ann."})
	texts, err := groupTexts([]*component{c})
	if err != nil || len(texts) != 2 || texts[1].title != "notice" || texts[1].body != "Contains work of Ann." || len(c.texts) != 2 {
		t.Errorf("%+v, %v", texts, err)
	}
}

func TestLicencesOfPartsOfAModuleAreFound(t *testing.T) {
	t.Parallel()
	root := t.TempDir()
	for _, path := range []string{"LICENSE", "a/COPYING.txt", "a/b/Licence-MIT", "c/LICENSE", "a/b/license.go", "a/b/README"} {
		writeFile(t, root, path, path)
	}
	var c component
	done := map[string]bool{}
	for _, directory := range []string{"a/b", "a"} {
		if err := c.addFiles(filepath.Join(root, directory), root, done); err != nil {
			t.Fatal(err)
		}
	}
	var paths []string
	for _, f := range c.files {
		paths = append(paths, f.path)
	}
	if got := strings.Join(paths, " "); got != "a/b/Licence-MIT a/COPYING.txt LICENSE" {
		t.Errorf("got %s", got)
	}
}

func TestVendoredLibraries(t *testing.T) {
	t.Parallel()
	root := t.TempDir()
	writeFile(t, root, "one/VERSION", "one 1.2.3, MIT\nhttps://example.org/one\n")
	writeFile(t, root, "one/LICENSE.txt", mit)
	writeFile(t, root, "two/VERSION", "two 4.5.6, MIT\n")
	writeFile(t, root, "two/dist/two.mjs", "//---\n// Copyright Ann\n//\n// MIT\ncode() // more\n")
	libraries, err := vendoredLibraries(root)
	if err != nil || len(libraries) != 2 {
		t.Fatalf("%d libraries, %v", len(libraries), err)
	}
	one, two := libraries[0], libraries[1]
	if one.name != "one" || one.version != "1.2.3" || len(one.files) != 1 || one.files[0].text != mit {
		t.Errorf("got %+v", one)
	}
	if two.version != "4.5.6" || len(two.files) != 1 || two.files[0] != (licenceFile{"dist/two.mjs", "Copyright Ann\nMIT\n"}) {
		t.Errorf("got %+v", two)
	}
}
