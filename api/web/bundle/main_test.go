package main

import (
	"bytes"
	"testing"

	"biom/api/web"
)

func TestBundleIsCurrent(t *testing.T) {
	t.Parallel()
	files := web.StaticFiles()
	want, err := build(files)
	if err != nil {
		t.Fatal(err)
	}
	if !bytes.Equal(files[web.BundlePath], want) {
		t.Errorf("%s is not made of the present modules; run: go generate ./api/web", web.BundlePath)
	}
}

func TestMissingModuleIsAnError(t *testing.T) {
	t.Parallel()
	files := map[string][]byte{"app/main.js": []byte("import './missing.js'")}
	if _, err := build(files); err == nil {
		t.Error("a bundle was made without a module that it imports")
	}
}
