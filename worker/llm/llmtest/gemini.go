package llmtest

import (
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"strings"
	"time"
)

// gemini is the dialect of generativelanguage.googleapis.com.
type gemini struct{}

// object is a JSON object.
type object = map[string]any

func (gemini) key(r *http.Request) string { return r.Header.Get("X-Goog-Api-Key") }

func (gemini) read(r *http.Request, body []byte) ([]byte, error) {
	if !strings.HasSuffix(r.URL.Path, ":generateContent") {
		return nil, errors.New("the path does not end in :generateContent")
	}
	var q struct {
		Contents []struct {
			Parts []struct {
				InlineData *struct {
					MimeType string `json:"mimeType"`
					Data     []byte `json:"data"`
				} `json:"inlineData"`
			} `json:"parts"`
		} `json:"contents"`
		SystemInstruction any `json:"systemInstruction"`
		GenerationConfig  struct {
			ResponseMimeType   string `json:"responseMimeType"`
			ResponseJsonSchema object `json:"responseJsonSchema"` //nolint:revive // the API's
			MaxOutputTokens    int    `json:"maxOutputTokens"`
		} `json:"generationConfig"`
		ServiceTier string `json:"serviceTier"`
	}
	if err := json.Unmarshal(body, &q); err != nil {
		return nil, fmt.Errorf("not JSON as Gemini takes it: %w", err)
	}
	var file []byte
	for _, c := range q.Contents {
		for _, p := range c.Parts {
			if p.InlineData != nil && file == nil {
				file = p.InlineData.Data
			}
		}
	}
	g := q.GenerationConfig
	return file, checkRequest(file, g.ResponseJsonSchema, g.MaxOutputTokens, map[string]bool{
		"no system instruction":              q.SystemInstruction == nil,
		"responseMimeType must be JSON":      g.ResponseMimeType != "application/json",
		"a service tier that does not exist": q.ServiceTier != "" && q.ServiceTier != "flex",
	})
}

func (gemini) models() any {
	return object{"models": []any{object{"name": "models/stand-in", "displayName": "Stand-in"}}}
}

func (gemini) answer(text string, whole bool) any {
	reason := "STOP"
	if !whole {
		reason = "MAX_TOKENS"
	}
	return object{
		"candidates":    []any{object{"index": 0, "finishReason": reason, "content": object{"role": "model", "parts": []any{object{"text": text}}}}},
		"modelVersion":  "stand-in-001",
		"usageMetadata": object{"promptTokenCount": 1500, "candidatesTokenCount": 700, "totalTokenCount": 2200},
	}
}

func (gemini) refusal() any {
	return object{"promptFeedback": object{"blockReason": "PROHIBITED_CONTENT"}, "modelVersion": "stand-in-001"}
}

func (gemini) failure(status int, code, message string, retry time.Duration) any {
	details := []any{}
	if retry > 0 {
		details = append(details, object{"@type": "type.googleapis.com/google.rpc.RetryInfo", "retryDelay": retry.String()})
	}
	return object{"error": object{"code": status, "status": strings.ToUpper(code), "message": message, "details": details}}
}

// badKey returns a 400, where other vendors return a 401.
func (g gemini) badKey(string) (int, any) {
	return http.StatusBadRequest, object{"error": object{
		"code": http.StatusBadRequest, "status": "INVALID_ARGUMENT", "message": "API key not valid. Please pass a valid API key.",
		"details": []any{object{"@type": "type.googleapis.com/google.rpc.ErrorInfo", "reason": "API_KEY_INVALID", "domain": "googleapis.com"}},
	}}
}
