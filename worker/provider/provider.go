// Package provider is the port through which a worker has a document read.
// Each adapter lives in a folder of its own.
package provider

import (
	"context"
	"net/http"

	"biom/shared/biometry"
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

// Options say how one job wants to be read.
type Options struct {
	Key  string // the caller's provider key; "" uses the deployment's own
	Slow bool   // the vendor's discounted tier

	// Again is told of each further call that the extractor makes by itself, or
	// waits for: why, in words for the user, and which fields it is about, by
	// the paths of Answer.Withheld; none: all. nil: nobody is told.
	Again func(why string, fields ...string)
}

// Extractor reads documents. Implementations are safe for concurrent use.
type Extractor interface {
	// Model names the model that will answer, as status and metadata show it.
	Model() string

	// Prepare turns a document into what the provider reads: it checks,
	// converts, renders. It makes no provider call, so its failure costs the
	// caller nothing. A document that cannot be read (a password, damage) is a
	// *problem.Problem with status 400; no usable key is a 503.
	Prepare(ctx context.Context, doc Document, opts Options) (Prepared, error)

	// Check asks the provider whether it accepts a key; "" is the deployment's
	// own. An error is no verdict; it holds nothing of the key.
	Check(ctx context.Context, key string) (valid bool, err error)
}

// Prepared is one document, ready for its provider calls. Its Close frees what
// Prepare made (files, child processes).
type Prepared interface {
	// Extract makes a provider call. faults is empty at first; after an answer
	// that failed validation, or that the document's text contradicts, Extract
	// is called once more with what was wrong.
	// A failure that the user should see is a *problem.Problem (500
	// EXTRACTION_FAILED with details.reason).
	Extract(ctx context.Context, faults []biometry.Fault) (Answer, error)
	Close() error
}

// Answer is what a provider returned.
type Answer struct {
	JSON     []byte   // for biometry.DecodeExtraction
	Model    string   // which model answered
	Withheld []string // paths of values that were read but not trusted, e.g. "right_eye.AL"
	Tokens   Tokens
}

// Tokens is what a provider is paid for, as far as it says so. Output includes
// what a model thinks.
type Tokens struct {
	Input  int `json:"input"`
	Output int `json:"output"`
}

// Add is the sum of two calls'.
func (t Tokens) Add(u Tokens) Tokens { return Tokens{t.Input + u.Input, t.Output + u.Output} }

// ReasonNoBiometry is details.reason of [NoBiometry].
const ReasonNoBiometry = "no_biometry_found"

// NoBiometry says that a document holds no measurement of an eye, whoever
// found that out.
func NoBiometry() *problem.Problem {
	return problem.New(http.StatusInternalServerError, problem.ExtractionFailed,
		"No biometry was found in the document. Check that it is a biometer's report and that it is sharp and upright.").
		With("reason", ReasonNoBiometry)
}
