package llmtest

import (
	"context"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"biom/shared/filekind"
	"biom/worker/llm/attachment"
	"biom/worker/provider"
)

const expectedSuffix = ".expected.json"

// Folder returns the answers to the documents of a folder that have a
// NAME.expected.json beside them, for [Config.Known]. Each document is known as it is
// and in the forms in which the openers send it.
func Folder(ctx context.Context, dir string, openers ...*attachment.Opener) (known map[string][]byte, err error) {
	files, err := filepath.Glob(filepath.Join(dir, "*"+expectedSuffix))
	if err != nil {
		return nil, err
	}
	known = map[string][]byte{}
	for _, file := range files {
		answer, err := answerOf(file)
		if err != nil {
			return nil, fmt.Errorf("%s: %w", filepath.Base(file), err)
		}
		documents, err := filepath.Glob(strings.TrimSuffix(file, expectedSuffix) + ".*")
		if err != nil {
			return nil, err
		}
		for _, d := range documents {
			forms, err := formsOf(ctx, d, openers)
			if err != nil {
				return nil, fmt.Errorf("%s: %w", filepath.Base(d), err)
			}
			for _, hash := range forms {
				known[hash] = answer
			}
		}
	}
	return known, nil
}

// answerOf returns the part of an expected file that a model answers. If data is null,
// the document holds no biometry.
func answerOf(file string) ([]byte, error) {
	text, err := os.ReadFile(file)
	if err != nil {
		return nil, err
	}
	var expected struct {
		Data  json.RawMessage `json:"data"`
		Extra json.RawMessage `json:"extra_data"`
	}
	if err := json.Unmarshal(text, &expected); err != nil {
		return nil, err
	}
	if string(expected.Data) == "null" {
		return []byte(emptyReport), nil
	}
	return json.Marshal(object{"data": spelled(expected.Data), "extra_data": expected.Extra})
}

// spelled returns data with spaces between the patient's initials. Expected files have
// initials in the place of a name; a model returns a name, of which the service takes the
// initials.
func spelled(data json.RawMessage) any {
	var doc object
	if json.Unmarshal(data, &doc) != nil {
		return data
	}
	if patient, ok := doc["patient"].(object); ok {
		if name, ok := patient["name"].(string); ok {
			patient["name"] = strings.Join(strings.Split(name, ""), " ")
		}
	}
	return doc
}

// formsOf returns the hashes of a document in every form, none if the file is no
// document.
func formsOf(ctx context.Context, file string, openers []*attachment.Opener) ([]string, error) {
	kind := filekind.Of(file)
	if !kind.IsDocument() {
		return nil, nil
	}
	data, err := os.ReadFile(file)
	if err != nil {
		return nil, err
	}
	hashes := []string{Hash(data)}
	for _, o := range openers {
		parts, err := o.Open(ctx, provider.Document{Kind: kind, Data: data})
		if err != nil {
			return nil, err
		}
		hashes = append(hashes, Hash(parts[0].Data))
	}
	return hashes, nil
}
