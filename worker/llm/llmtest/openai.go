package llmtest

import (
	"encoding/base64"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"strings"
	"time"
)

// openai is the dialect of api.openai.com and of compatible servers.
type openai struct{}

func (openai) key(r *http.Request) string { return bearer(r) }

func (openai) read(_ *http.Request, body []byte) ([]byte, error) {
	var q struct {
		Model    string `json:"model"`
		Messages []struct {
			Role    string          `json:"role"`
			Content json.RawMessage `json:"content"`
		} `json:"messages"`
		MaxTokens           int `json:"max_tokens"`
		MaxCompletionTokens int `json:"max_completion_tokens"`
		ResponseFormat      struct {
			Type       string `json:"type"`
			JSONSchema struct {
				Name   string `json:"name"`
				Strict bool   `json:"strict"`
				Schema object `json:"schema"`
			} `json:"json_schema"`
		} `json:"response_format"`
		ServiceTier string `json:"service_tier"`
	}
	if err := json.Unmarshal(body, &q); err != nil {
		return nil, fmt.Errorf("not JSON as OpenAI takes it: %w", err)
	}
	var file []byte
	system := false
	for _, m := range q.Messages {
		system = system || m.Role == "system" || m.Role == "developer"
		if m.Role == "user" && file == nil {
			var err error
			if file, err = firstFile(m.Content); err != nil {
				return nil, err
			}
		}
	}
	f := q.ResponseFormat
	return file, checkRequest(file, f.JSONSchema.Schema, q.MaxTokens+q.MaxCompletionTokens, map[string]bool{
		"no model":          q.Model == "",
		"no system message": !system,
		"response_format must be a strict and named json_schema": f.Type != "json_schema" || !f.JSONSchema.Strict || f.JSONSchema.Name == "",
		"a service tier that does not exist":                     q.ServiceTier != "" && q.ServiceTier != "flex",
	})
}

// firstFile returns the first image or file among the parts of a message.
func firstFile(content json.RawMessage) ([]byte, error) {
	var parts []struct {
		Type     string `json:"type"`
		ImageURL struct {
			URL string `json:"url"`
		} `json:"image_url"`
		File struct {
			Filename string `json:"filename"`
			FileData string `json:"file_data"`
		} `json:"file"`
	}
	if err := json.Unmarshal(content, &parts); err != nil {
		return nil, fmt.Errorf("content is no list of parts: %w", err)
	}
	for _, p := range parts {
		url := p.ImageURL.URL
		if p.Type == "file" {
			if url = p.File.FileData; p.File.Filename == "" {
				return nil, errors.New("file without a filename")
			}
		}
		if url == "" {
			continue
		}
		kind, data, ok := strings.Cut(url, ";base64,")
		if want := map[string]string{"file": "data:application/pdf", "image_url": "data:image/"}[p.Type]; !ok || !strings.HasPrefix(kind, want) {
			return nil, fmt.Errorf("%s is no data URL of its kind", p.Type)
		}
		return base64.StdEncoding.DecodeString(data)
	}
	return nil, nil
}

func (openai) models() any {
	return object{"object": "list", "data": []any{object{"id": "stand-in", "object": "model", "created": 1, "owned_by": "biom"}}}
}

func (openai) answer(text string, whole bool) any {
	reason := "stop"
	if !whole {
		reason = "length"
	}
	return completion(reason, object{"role": "assistant", "content": text, "refusal": nil})
}

func (openai) refusal() any {
	return completion("stop", object{"role": "assistant", "content": nil, "refusal": "I cannot help with that."})
}

func completion(reason string, message object) any {
	return object{
		"id": "chatcmpl-1", "object": "chat.completion", "created": 1, "model": "stand-in-001",
		"choices": []any{object{"index": 0, "finish_reason": reason, "message": message, "logprobs": nil}},
		"usage":   object{"prompt_tokens": 1500, "completion_tokens": 700, "total_tokens": 2200},
	}
}

func (openai) failure(_ int, code, message string, _ time.Duration) any {
	return object{"error": object{"code": code, "type": code, "param": nil, "message": message}}
}

func (o openai) badKey(key string) (int, any) {
	return http.StatusUnauthorized, o.failure(0, "invalid_api_key", "Incorrect API key provided: "+key, 0)
}
