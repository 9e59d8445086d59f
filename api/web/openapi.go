// Package web serves everything besides the API itself: the web app, the
// documentation, the API explorer and the API's OpenAPI description.
//
// The web app's modules are in static/app. Browsers load them as one file,
// which is committed: run `go generate ./api/web` after a change of a module.
package web

import (
	"encoding/json"
	"fmt"
	"maps"
	"sync"
)

// Version is the version of the description, not of the application.
const Version = "2.3.0"

// OpenAPI returns the description of the API (OpenAPI 3.1) in JSON. The schemas
// of reports derive from the table of fields, and the examples of reports and
// errors are made by the code that makes the real ones. The document is made
// once; the caller must not change it.
func OpenAPI() []byte { return document() }

var document = sync.OnceValue(func() []byte {
	b, err := json.Marshal(describe())
	if err != nil {
		panic(fmt.Sprintf("web: the OpenAPI document: %v", err))
	}
	return b
})

// object is a JSON object.
type object = map[string]any

// describe returns the whole description.
func describe() object {
	return object{
		"openapi":  "3.1.0",
		"info":     info(),
		"servers":  []any{object{"url": "/"}},
		"security": []any{}, // the default of operations
		"tags": []any{
			object{"name": "Reports", "description": "Reading, validating, rating and exporting reports"},
			object{"name": "Jobs", "description": "Requests whose clients do not wait for them"},
			object{"name": "Shares", "description": "Responses behind share codes"},
			object{"name": "Service", "description": "The service itself"},
		},
		"paths": ordered{
			{"/api/v1/biom/process", object{"post": processOperation()}},
			{"/api/v1/biom/jobs/{id}", jobOperations()},
			{"/api/v1/biom/jobs/{id}/events", object{"get": jobEventsOperation()}},
			{"/api/v1/biom/jobs/{id}/result", object{"get": jobResultOperation()}},
			{"/api/v1/biom/batches/{batch}", object{"get": batchOperation()}},
			{"/api/v1/biom/batches/{batch}/events", object{"get": batchEventsOperation()}},
			{"/api/v1/biom/retrieve", object{"get": retrieveOperation()}},
			{"/api/v1/biom/feedback", object{"post": feedbackOperation()}},
			{"/api/v1/biom/export", object{"post": exportOperation()}},
			{"/api/v1/biom/usage", object{"get": usageOperation()}},
			{"/api/v1/status", object{"get": statusOperation()}},
			{"/api/v1/health", object{"get": healthOperation()}},
			{"/openapi.json", object{"get": openAPIOperation()}},
		},
		"components": object{"schemas": schemas(), "headers": headers(), "securitySchemes": securitySchemes()},
	}
}

func schemas() object {
	all := object{}
	for _, part := range []object{
		reportSchemas(), formSchemas(), streamSchemas(), jobSchemas(), batchSchemas(), errorSchemas(),
		usageSchemas(), feedbackSchemas(), exportSchemas(), statusSchemas(), healthSchemas(),
	} {
		maps.Copy(all, part)
	}
	return all
}
