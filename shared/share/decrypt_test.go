package share_test

import (
	_ "embed"
	"encoding/hex"
	"os/exec"
	"strings"
	"testing"
)

//go:embed testdata/decrypt.py
var script string

const needs = "python3 with argon2 and cryptography is missing: apt-get install -y python3-argon2 python3-cryptography"

// python finds an interpreter that has the packages: Debian's comes first, as
// another one may stand before it on PATH.
func python(t *testing.T) string {
	t.Helper()
	for _, name := range []string{"/usr/bin/python3", "python3"} {
		if exec.Command(name, "-c", "import argon2, cryptography").Run() == nil {
			return name
		}
	}
	t.Fatal(needs)
	return ""
}

func decrypt(t *testing.T, id, number string, payload []byte) string {
	t.Helper()
	cmd := exec.Command(python(t), "-c", script)
	// Not as arguments, which everybody on the machine can read.
	cmd.Stdin = strings.NewReader(id + "\n" + number + "\n" + hex.EncodeToString(payload) + "\n")
	out, err := cmd.CombinedOutput()
	if err != nil {
		t.Fatalf("%v: %s", err, out)
	}
	return string(out)
}
