// Package gemini is the provider that has documents read by a model behind Google's
// Gemini API. Package llm has what it shares with the adapters of other vendors.
package gemini

import (
	"context"
	"encoding/json"
	"net/http"
	"strings"
	"time"

	"github.com/prometheus/client_golang/prometheus"
	"google.golang.org/genai"

	"biom/worker/llm"
	"biom/worker/llm/attachment"
	"biom/worker/llm/prompt"
	"biom/worker/provider"
)

// DefaultModel is the model that is used if none is configured.
const DefaultModel = "gemini-3.8-flash"

const (
	// DefaultURL is the address of the vendor's own API.
	DefaultURL = "https://generativelanguage.googleapis.com/"
	// maxTokens limits the output, the model's thoughts included. An answer has about
	// 1,500 tokens.
	maxTokens = 16384
	// Side is the length in pixels to which Gemini itself scales the longer side of a
	// larger picture.
	Side = 3072
)

// Config configures the adapter. With the zero value it works for callers' keys.
type Config struct {
	Model       string                // "": DefaultModel
	Keys        []string              // the deployment's keys
	URL         string                // of a gateway; "": Google's own
	WorkDir     string                // "": scratch.DefaultRoot
	Concurrency int                   // expected number of calls at once; 0: 256
	Pause       time.Duration         // see llm.Config.Pause; 0: 0.5 s
	Metrics     prometheus.Registerer // nil: calls are not counted
}

// New returns the adapter. It does not check the keys.
func New(cfg Config) (*llm.Extractor, error) {
	if cfg.Model == "" {
		cfg.Model = DefaultModel
	}
	if cfg.URL == "" {
		cfg.URL = DefaultURL // without an address the SDK would take one from the environment
	}
	return llm.New(llm.Config{
		Name: "gemini", Model: cfg.Model, Metrics: cfg.Metrics, Keys: cfg.Keys, Concurrency: cfg.Concurrency, Pause: cfg.Pause,
		Documents: attachment.Config{WorkDir: cfg.WorkDir, Side: Side},
		Connect: func(key string, h *http.Client) (llm.Client, error) {
			return connect(cfg, key, h)
		},
	})
}

// client implements [llm.Client] with one key.
type client struct {
	*genai.Client

	model string
}

func connect(cfg Config, key string, h *http.Client) (llm.Client, error) {
	c, err := genai.NewClient(context.Background(), &genai.ClientConfig{
		APIKey: key, Backend: genai.BackendGeminiAPI, HTTPClient: h,
		HTTPOptions: genai.HTTPOptions{BaseURL: cfg.URL},
	})
	return client{c, cfg.Model}, err
}

// Ask implements [llm.Client].
func (c client) Ask(ctx context.Context, q llm.Question) (llm.Reply, error) {
	parts := make([]*genai.Part, 0, len(q.Parts)+1)
	for _, p := range q.Parts {
		parts = append(parts, genai.NewPartFromBytes(p.Data, p.Type))
	}
	parts = append(parts, genai.NewPartFromText(prompt.User(q.Faults)))
	res, err := c.Models.GenerateContent(ctx, c.model, []*genai.Content{genai.NewContentFromParts(parts, genai.RoleUser)}, config(q))
	if err != nil {
		return llm.Reply{}, err
	}
	return reply(res)
}

// config returns the parameters of a call. They ask for JSON that conforms to the
// schema, and for answers as deterministic as the model allows: models since Gemini 3.6
// ignore the temperature, and later ones will refuse it. The thinking level is low,
// because copying digits needs little thought, and thoughts cost money and time like
// the answer itself. The discounted tier is Flex: it costs half, answers within minutes,
// and returns 503 when it has no capacity.
func config(q llm.Question) *genai.GenerateContentConfig {
	c := &genai.GenerateContentConfig{
		SystemInstruction:  genai.NewContentFromText(prompt.System(), genai.RoleUser),
		MaxOutputTokens:    maxTokens,
		ResponseMIMEType:   "application/json",
		ResponseJsonSchema: json.RawMessage(prompt.Schema()),
	}
	if !q.Without["temperature"] {
		c.Temperature = genai.Ptr[float32](0)
	}
	if !q.Without["thinking_level"] {
		c.ThinkingConfig = &genai.ThinkingConfig{ThinkingLevel: genai.ThinkingLevelLow}
	}
	if q.Slow && !q.Without["service_tier"] {
		c.ServiceTier = genai.ServiceTierFlex
	}
	return c
}

// reply returns the model's answer. An answer that was cut off at maxTokens is
// returned too: it is not valid JSON, so the worker asks for it again.
func reply(res *genai.GenerateContentResponse) (llm.Reply, error) {
	if f := res.PromptFeedback; f != nil && f.BlockReason != "" {
		return llm.Reply{}, llm.Refused("the prompt was blocked")
	}
	if len(res.Candidates) == 0 {
		return llm.Reply{}, llm.NoAnswer()
	}
	answer := res.Candidates[0]
	switch answer.FinishReason {
	case genai.FinishReasonSafety, genai.FinishReasonRecitation, genai.FinishReasonBlocklist,
		genai.FinishReasonProhibitedContent, genai.FinishReasonSPII, genai.FinishReasonLanguage:
		return llm.Reply{}, llm.Refused("the answer was blocked")
	}
	out := llm.Reply{JSON: text(answer.Content), Model: res.ModelVersion}
	if u := res.UsageMetadata; u != nil {
		out.Tokens = provider.Tokens{Input: int(u.PromptTokenCount), Output: int(u.CandidatesTokenCount + u.ThoughtsTokenCount)}
	}
	return out, nil
}

// text returns the text of the answer without the model's thoughts.
func text(c *genai.Content) string {
	if c == nil {
		return ""
	}
	var b strings.Builder
	for _, p := range c.Parts {
		if p != nil && !p.Thought {
			b.WriteString(p.Text)
		}
	}
	return b.String()
}

// Check implements [llm.Client]. It lists one model, which costs nothing.
func (c client) Check(ctx context.Context) error {
	_, err := c.Models.List(ctx, &genai.ListModelsConfig{PageSize: 1})
	return err
}
