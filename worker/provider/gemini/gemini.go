// Package gemini has documents read by Google's Gemini API.
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

// DefaultModel reads documents where none is named.
const DefaultModel = "gemini-3.8-flash"

const (
	defaultURL = "https://generativelanguage.googleapis.com/"
	// maxTokens bounds the output. An answer takes some 1,500; what the model
	// thinks before counts too.
	maxTokens = 16384
	// Side is the longest side to which Gemini itself scales pictures.
	Side = 3072
)

// Config configures the adapter. The zero value serves callers' keys.
type Config struct {
	Model       string                // "": DefaultModel
	Keys        []string              // the deployment's
	URL         string                // of a gateway; "": Google's
	WorkDir     string                // see scratch.DefaultRoot
	Concurrency int                   // calls at once; 0: 256
	Pause       time.Duration         // before another try; 0: 0.5 s
	Metrics     prometheus.Registerer // nil: calls are not counted
}

// New returns the adapter. Keys are not checked.
func New(cfg Config) (*llm.Extractor, error) {
	if cfg.Model == "" {
		cfg.Model = DefaultModel
	}
	if cfg.URL == "" {
		cfg.URL = defaultURL // else the SDK would look into the environment
	}
	return llm.New(llm.Config{
		Name: "gemini", Model: cfg.Model, Metrics: cfg.Metrics, Keys: cfg.Keys, Concurrency: cfg.Concurrency, Pause: cfg.Pause,
		Documents: attachment.Config{WorkDir: cfg.WorkDir, Side: Side},
		Connect: func(key string, h *http.Client) (llm.Client, error) {
			return connect(cfg, key, h)
		},
	})
}

// client is one key's.
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

// config asks for JSON of the schema, as deterministic as the model allows:
// models since Gemini 3.6 ignore the temperature and announce that they will
// refuse it. Copying digits needs little thought, which costs as much as the
// answer and takes longer. The discounted tier is Flex: half the price, answers within
// minutes, and 503 when others need the room.
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

// reply is what the model said. An answer that the limit cut off is passed on:
// it is no JSON, and is asked for again.
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

// text is what was said without what was thought.
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

// Check implements [llm.Client]: it lists one model.
func (c client) Check(ctx context.Context) error {
	_, err := c.Models.List(ctx, &genai.ListModelsConfig{PageSize: 1})
	return err
}
