package apikey_test

import (
	"crypto/sha256"
	"regexp"
	"strings"
	"testing"

	"go.uber.org/goleak"

	"biom/shared/apikey"
	"biom/shared/testenv"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(testenv.Closing(m)) }

func TestGenerate(t *testing.T) {
	t.Parallel()
	shape, seen := regexp.MustCompile(`^biom_[A-Za-z0-9_-]{43}$`), map[string]bool{}
	for range 1000 {
		key := apikey.Generate()
		if !shape.MatchString(key) || !apikey.WellFormed(key) || seen[key] {
			t.Fatalf("key %d is malformed or not new", len(seen))
		}
		seen[key] = true
	}
}

func TestNewID(t *testing.T) {
	t.Parallel()
	if id := apikey.NewID(); !regexp.MustCompile(`^[0-9a-f]{12}$`).MatchString(id) || id == apikey.NewID() {
		t.Errorf("ID %s", id)
	}
}

// malformed returns malformed keys by the name of what is wrong with them.
func malformed() map[string]string {
	secret := strings.Repeat("A", 43)
	return map[string]string{
		"empty":               "",
		"prefix alone":        "biom_",
		"another prefix":      "byom_" + secret,
		"no prefix":           secret,
		"upper-case prefix":   "BIOM_" + secret,
		"hyphen in prefix":    "biom-" + secret,
		"42 characters":       "biom_" + secret[1:],
		"44 characters":       "biom_" + secret + "A",
		"padded":              "biom_" + secret + "=",
		"padding inside":      "biom_" + secret[1:] + "=",
		"base64, not url":     "biom_" + secret[2:] + "+/",
		"bits beyond the 256": "biom_" + secret[1:] + "B",
		"line feed inside":    "biom_" + secret[:20] + "\n" + secret[21:],
		"CR LF after":         "biom_" + secret + "\r\n",
		"CR LF within 43":     "biom_" + secret[2:] + "\r\n",
		"NUL":                 "biom_" + secret[1:] + "\x00",
		"blank before":        " biom_" + secret,
		"full-width letter":   "biom_" + secret[3:] + "Ａ",
		"10 KB":               "biom_" + strings.Repeat("A", 10<<10),
		"10 KB of prefix":     strings.Repeat("biom_", 2<<10),
	}
}

func TestWellFormed(t *testing.T) {
	t.Parallel()
	for name, key := range malformed() {
		if apikey.WellFormed(key) {
			t.Errorf("%s counts as well-formed", name)
		}
	}
	if !apikey.WellFormed("biom_" + strings.Repeat("-_", 21) + "8") {
		t.Error("a well-formed key is refused")
	}
}

func TestHashOf(t *testing.T) {
	t.Parallel()
	key := apikey.Generate()
	if apikey.HashOf(key) != sha256.Sum256([]byte(key)) {
		t.Error("the hash is not the SHA-256 of the whole key")
	}
}
