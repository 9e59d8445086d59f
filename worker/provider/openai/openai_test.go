package openai_test

import (
	"flag"
	"testing"
	"time"

	"go.uber.org/goleak"

	"biom/worker/llm/llmtest/suite"
	"biom/worker/provider"
	"biom/worker/provider/openai"
)

var update = flag.Bool("update", false, "write the golden files anew")

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

func TestSuite(t *testing.T) {
	t.Parallel()
	work := t.TempDir() + "/work"
	suite.Run(t, func(url string, keys ...string) (provider.Extractor, error) {
		return openai.New(openai.Config{Model: "stand-in", URL: url + "/v1", Keys: keys, WorkDir: work, Pause: time.Millisecond})
	}, *update)
}

func TestIsOpenAI(t *testing.T) {
	t.Parallel()
	for url, want := range map[string]bool{
		"https://api.openai.com/v1/": true, "https://eu.api.openai.com/v1": true, "http://localhost:8000/v1": false,
		"https://openai.com.example/v1": false, "https://notopenai.com": false, "": false,
	} {
		if got := openai.IsOpenAI(url); got != want {
			t.Errorf("%q: %v", url, got)
		}
	}
}
