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

const pythonMissing = "python3 with argon2 and cryptography is missing: apt-get install -y python3-argon2 python3-cryptography"

// python returns an interpreter that has the packages. Debian's is tried first,
// because another one may come before it on PATH.
func python(t *testing.T) string {
	t.Helper()
	for _, name := range []string{"/usr/bin/python3", "python3"} {
		if exec.Command(name, "-c", "import argon2, cryptography").Run() == nil {
			return name
		}
	}
	t.Fatal(pythonMissing)
	return ""
}

// decrypt decrypts a payload with testdata/decrypt.py.
func decrypt(t *testing.T, id, number string, payload []byte) string {
	t.Helper()
	cmd := exec.Command(python(t), "-c", script)
	// On standard input: every user of the machine can read arguments.
	cmd.Stdin = strings.NewReader(id + "\n" + number + "\n" + hex.EncodeToString(payload) + "\n")
	out, err := cmd.CombinedOutput()
	if err != nil {
		t.Fatalf("%v: %s", err, out)
	}
	return string(out)
}
