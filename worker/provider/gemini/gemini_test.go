package gemini_test

import (
	"flag"
	"testing"
	"time"

	"go.uber.org/goleak"

	"biom/worker/llm/llmtest/suite"
	"biom/worker/provider"
	"biom/worker/provider/gemini"
)

var update = flag.Bool("update", false, "write the golden files anew")

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

func TestSuite(t *testing.T) {
	t.Parallel()
	work := t.TempDir() + "/work"
	suite.Run(t, func(url string, keys ...string) (provider.Extractor, error) {
		return gemini.New(gemini.Config{URL: url, Keys: keys, WorkDir: work, Pause: time.Millisecond})
	}, *update)
}
