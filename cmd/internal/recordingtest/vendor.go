package recordingtest

import (
	"bytes"
	"net/http"
	"strings"

	"biom/worker/llm/llmtest"
)

// Keys at the stand-in for a model's vendor.
const (
	vendorKey = "sk-deployment"
	ownKey    = "sk-own"    // a caller's
	faultyKey = "sk-fault-" // and the name of a fault, which every call with this key has
	awayKey   = "sk-away"   // the vendor cannot be asked
)

// Vendor returns a stand-in for a model's vendor. It answers what a document of the book
// prescribes; see answerMark.
func (b Book) Vendor() http.Handler {
	answer := func(file []byte) []byte {
		_, rest, ok := bytes.Cut(file, []byte(answerMark))
		name, _, _ := bytes.Cut(rest, []byte("\n"))
		if !ok {
			name = []byte(pictureAnswer)
		}
		return []byte(b.Documents[string(name)])
	}
	standIns := map[string]http.Handler{awayKey: http.HandlerFunc(away)}
	for _, key := range []string{vendorKey, ownKey} {
		standIns[key] = llmtest.New(llmtest.Config{Fallback: answer})
	}
	for _, fault := range llmtest.Faults() {
		standIns[faultyKey+string(fault)] = llmtest.New(llmtest.Config{Fallback: answer, Rates: map[llmtest.Fault]float64{fault: 1}})
	}
	others := llmtest.New(llmtest.Config{Keys: []string{}})
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if known := standIns[strings.TrimPrefix(r.Header.Get("Authorization"), "Bearer ")]; known != nil {
			known.ServeHTTP(w, r)
			return
		}
		others.ServeHTTP(w, r)
	})
}

// away answers as a vendor that is out of order.
func away(w http.ResponseWriter, _ *http.Request) {
	http.Error(w, "out of order", http.StatusServiceUnavailable)
}
