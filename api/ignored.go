package api

import (
	"bytes"
	"encoding/json"
	"net/http"
	"strings"
)

// announceIgnored repeats in a header which members of an uploaded document were ignored
// although they look like measurements, as response says: see [biometry.Extraction]. A
// stream has no such header, because its headers are sent before the document is read.
func announceIgnored(h http.Header, response []byte) {
	if !bytes.Contains(response, []byte(`"ignored":[`)) { // few responses have the list, and reading one takes time
		return
	}
	var read struct {
		Metadata struct {
			Extraction struct {
				Ignored []string `json:"ignored"`
			} `json:"extraction"`
		} `json:"metadata"`
	}
	if json.Unmarshal(response, &read) == nil && len(read.Metadata.Extraction.Ignored) > 0 {
		h.Set(headerIgnored, strings.Join(read.Metadata.Extraction.Ignored, ", "))
	}
}
