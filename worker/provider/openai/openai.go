// Package openai is the provider that has documents read by a model behind OpenAI's
// chat completions API, which vLLM, Ollama, LM Studio and most gateways offer as well.
// Package llm has what it shares with the adapters of other vendors.
package openai

import (
	"cmp"
	"context"
	"encoding/base64"
	"encoding/json"
	"errors"
	"net/http"
	"net/url"
	"strings"
	"time"

	"github.com/openai/openai-go/v3"
	"github.com/openai/openai-go/v3/option"
	"github.com/openai/openai-go/v3/shared"
	"github.com/prometheus/client_golang/prometheus"

	"biom/worker/llm"
	"biom/worker/llm/attachment"
	"biom/worker/llm/prompt"
	"biom/worker/provider"
)

const (
	// DefaultURL is the address of the vendor's own API.
	DefaultURL = "https://api.openai.com/v1/"
	// maxTokens limits the output, the model's thoughts included. An answer has about
	// 1,500 tokens.
	maxTokens = 16384
	// Side is the length in pixels to which OpenAI itself scales the longer side of a
	// larger picture.
	Side = 2048
)

// Config configures the adapter. Model is required.
type Config struct {
	Model       string
	Keys        []string              // the deployment's keys
	URL         string                // of a compatible server, including /v1; "": OpenAI's
	ImagesOnly  bool                  // the server takes no PDF: send the pages as images
	WorkDir     string                // "": scratch.DefaultRoot
	Concurrency int                   // expected number of calls at once; 0: 256
	Pause       time.Duration         // see llm.Config.Pause; 0: 0.5 s
	Metrics     prometheus.Registerer // nil: calls are not counted
}

// New returns the adapter. It does not check the keys.
func New(cfg Config) (*llm.Extractor, error) {
	if cfg.Model == "" {
		return nil, errors.New("openai: Config.Model is required; which models there are depends on the server")
	}
	return llm.New(llm.Config{
		Name: "openai", Model: cfg.Model, Metrics: cfg.Metrics, Keys: cfg.Keys, Concurrency: cfg.Concurrency, Pause: cfg.Pause,
		Documents: attachment.Config{WorkDir: cfg.WorkDir, Side: Side, ImagesOnly: cfg.ImagesOnly},
		Connect: func(key string, h *http.Client) (llm.Client, error) {
			return connect(cfg, key, h), nil
		},
	})
}

// client implements [llm.Client] with one key.
type client struct {
	chat   openai.ChatCompletionService
	models openai.ModelService
	model  string
	vendor bool // the server is OpenAI itself, not a compatible one
}

// connect makes only the two services that are needed. openai.NewClient would take
// addresses, headers and other keys from the environment.
func connect(cfg Config, key string, h *http.Client) client {
	address := cmp.Or(cfg.URL, DefaultURL)
	opts := []option.RequestOption{
		option.WithBaseURL(address), option.WithAPIKey(key), option.WithHTTPClient(h), option.WithMaxRetries(0),
	}
	return client{openai.NewChatCompletionService(opts...), openai.NewModelService(opts...), cfg.Model, isOpenAI(address)}
}

// isOpenAI reports whether the address is OpenAI's own, such as api.openai.com or
// eu.api.openai.com.
func isOpenAI(address string) bool {
	u, err := url.Parse(address)
	return err == nil && strings.HasSuffix("."+u.Hostname(), ".openai.com")
}

// Ask implements [llm.Client].
func (c client) Ask(ctx context.Context, q llm.Question) (llm.Reply, error) {
	res, err := c.chat.New(ctx, c.params(q))
	if err != nil {
		return llm.Reply{}, err
	}
	if res == nil || len(res.Choices) == 0 {
		return llm.Reply{}, llm.NoAnswer()
	}
	answer := res.Choices[0]
	if answer.Message.Refusal != "" || answer.FinishReason == "content_filter" {
		return llm.Reply{}, llm.Refused("the model declined")
	}
	return llm.Reply{
		JSON: answer.Message.Content, Model: res.Model,
		Tokens: provider.Tokens{Input: int(res.Usage.PromptTokens), Output: int(res.Usage.CompletionTokens)},
	}, nil
}

// params returns the parameters of a call. They ask for JSON that conforms to the
// schema, and for answers as deterministic as the model allows. The discounted tier is flex: it costs half, answers within
// minutes, and returns 429 when it has no capacity.
func (c client) params(q llm.Question) openai.ChatCompletionNewParams {
	p := openai.ChatCompletionNewParams{
		Model:    c.model,
		Messages: []openai.ChatCompletionMessageParamUnion{openai.SystemMessage(prompt.System()), openai.UserMessage(content(q))},
		ResponseFormat: openai.ChatCompletionNewParamsResponseFormatUnion{OfJSONSchema: &shared.ResponseFormatJSONSchemaParam{
			JSONSchema: shared.ResponseFormatJSONSchemaJSONSchemaParam{
				Name: "biometry", Strict: openai.Bool(true), Schema: json.RawMessage(prompt.Schema()),
			},
		}},
	}
	if c.vendor || q.Without["max_tokens"] {
		p.MaxCompletionTokens = openai.Int(maxTokens)
	} else {
		p.MaxTokens = openai.Int(maxTokens) // the name that most compatible servers know
	}
	if c.vendor && !q.Without["reasoning_effort"] {
		p.ReasoningEffort = shared.ReasoningEffortLow // copying digits needs little thought
	}
	if !q.Without["temperature"] {
		p.Temperature = openai.Float(0)
	}
	if q.Slow && !q.Without["service_tier"] {
		p.ServiceTier = openai.ChatCompletionNewParamsServiceTierFlex
	}
	return p
}

// content returns the parts of the document, followed by the text of the user's
// message.
func content(q llm.Question) []openai.ChatCompletionContentPartUnionParam {
	parts := make([]openai.ChatCompletionContentPartUnionParam, 0, len(q.Parts)+1)
	for _, p := range q.Parts {
		data := "data:" + p.Type + ";base64," + base64.StdEncoding.EncodeToString(p.Data)
		if p.Type == "application/pdf" {
			parts = append(parts, openai.FileContentPart(openai.ChatCompletionContentPartFileFileParam{
				FileData: openai.String(data), Filename: openai.String("report.pdf"), // not the caller's file name, which may contain a patient's name
			}))
			continue
		}
		parts = append(parts, openai.ImageContentPart(openai.ChatCompletionContentPartImageImageURLParam{URL: data, Detail: "high"}))
	}
	return append(parts, openai.TextContentPart(prompt.User(q.Faults)))
}

// Check implements [llm.Client]. It lists the models, which costs nothing.
func (c client) Check(ctx context.Context) error {
	_, err := c.models.List(ctx)
	return err
}
