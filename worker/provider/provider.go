// Package provider defines how a worker has a document read. An [Extractor] reads
// documents; each subfolder holds the adapter for one provider (gemini, openai, local).
//
// To add a provider, write an Extractor in a new folder and choose it by name in
// cmd/biom. The adapter of a language model needs only an llm.Client, which makes one
// call through the vendor's SDK: package worker/llm does the rest, and
// worker/llm/llmtest/suite tests it against a stand-in for the vendor. What a model is
// told stands in worker/llm/prompt.
package provider

import (
	"context"
	"net/http"

	"biom/shared/biometry"
	"biom/shared/evidence"
	"biom/shared/filekind"
	"biom/shared/problem"
)

// Kind is the kind of a document, as the api found it.
type Kind = filekind.Kind

// The kinds of documents.
const (
	PDF = filekind.PDF
	JPG = filekind.JPG
	PNG = filekind.PNG
	GIF = filekind.GIF
	BMP = filekind.BMP
)

// Document is an uploaded report.
type Document struct {
	Kind Kind
	Data []byte
}

// Options say how one document is to be read.
type Options struct {
	Key  string // the caller's provider key; "" uses the deployment's own
	Slow bool   // the vendor's discounted tier

	// Again is called before each further call that the extractor makes by itself; it
	// may be nil. why is a text for the user. fields are the paths of the fields that
	// are in doubt, such as right_eye.AL; no paths mean all fields.
	Again func(why string, fields ...string)
}

// Extractor reads documents. Implementations are safe for concurrent use.
type Extractor interface {
	// Model returns the name of the model that will answer, as /status and the
	// metadata show it.
	Model() string

	// Prepare turns a document into what the provider reads: it checks, converts
	// and renders the document. It makes no provider call, so a failure costs the caller nothing.
	// The error is a *problem.Problem with status 400 if the document cannot be
	// opened (a password, damage), and with status 503 if there is no usable key.
	Prepare(ctx context.Context, doc Document, opts Options) (Prepared, error)

	// Check asks the provider whether it accepts a key; "" means the deployment's own
	// keys. An error means that there is no verdict; it holds no part of the key.
	Check(ctx context.Context, key string) (valid bool, err error)
}

// Prepared is one document, ready for its provider calls. Close frees what Prepare
// has made, such as files.
type Prepared interface {
	// Extract makes a provider call. faults is empty in the first call. If the answer
	// fails validation or contradicts the document's text, Extract is called once more
	// with the faults of that answer. An error for the user is a *problem.Problem (500
	// EXTRACTION_FAILED with details.reason).
	Extract(ctx context.Context, faults []biometry.Fault) (Answer, error)
	Close() error
}

// Answer is what a provider returned.
type Answer struct {
	JSON     []byte              // for biometry.DecodeExtraction
	Model    string              // the model that answered
	Withheld []biometry.Withheld // values that were read but not trusted
	Evidence evidence.Evidence
	Tokens   Tokens
}

// Tokens counts the tokens that a provider charges for, 0 if it does not say. Output
// includes the model's thoughts.
type Tokens struct {
	Input  int `json:"input"`
	Output int `json:"output"`
}

// Add returns the sum of two counts.
func (t Tokens) Add(u Tokens) Tokens { return Tokens{t.Input + u.Input, t.Output + u.Output} }

// ReasonNoBiometry is details.reason of [NoBiometry].
const ReasonNoBiometry = "no_biometry_found"

// NoBiometry returns the problem of a document that holds no measurement of an eye.
func NoBiometry() *problem.Problem {
	return problem.New(http.StatusInternalServerError, problem.ExtractionFailed,
		"No biometry was found in the document. Check that it is a biometer's report and that it is sharp and upright.").
		With("reason", ReasonNoBiometry)
}
