package gemini_test

import (
	"flag"
	"os"
	"testing"
	"time"

	"go.uber.org/goleak"

	"biom/worker/provider"
	"biom/worker/provider/gemini"
	"biom/worker/provider/providertest/suite"
)

var update = flag.Bool("update", false, "write the golden files anew")

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

func TestSuite(t *testing.T) {
	t.Parallel()
	work := t.TempDir() + "/work"
	suite.Run(t, func(url string, keys ...string) (provider.Extractor, error) {
		return gemini.New(gemini.Config{URL: url, Keys: keys, WorkDir: work, Pause: time.Millisecond})
	}, golden)
}

func golden(t *testing.T, name string, got []byte) {
	t.Helper()
	file := "testdata/" + name
	if *update {
		if err := os.WriteFile(file, got, 0o644); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	if string(got) != string(want) {
		t.Errorf("%s differs (-update writes it):\n%s", file, got)
	}
}
