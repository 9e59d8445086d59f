// Package web is what a browser or a generator of clients sees beside the API
// itself.
package web

import (
	"encoding/json"
	"fmt"
	"maps"
	"sync"
)

// Version is the version of the description, not of the application.
const Version = "2.2.15"

// OpenAPI is the description of the API (OpenAPI 3.1), in JSON. Its schemas of
// reports derive from the field table, and its examples of reports and errors
// are made by the code that makes the real ones. It is made once; it must not
// be changed.
func OpenAPI() []byte { return document() }

var document = sync.OnceValue(func() []byte {
	b, err := json.Marshal(describe())
	if err != nil {
		panic(fmt.Sprintf("web: the OpenAPI document is made of constants, and yet: %v", err))
	}
	return b
})

// object is a JSON object.
type object = map[string]any

func describe() object {
	return object{
		"openapi":  "3.1.0",
		"info":     info(),
		"servers":  []any{object{"url": "/"}},
		"security": []any{}, // where an operation does not say otherwise
		"tags": []any{
			object{"name": "Reports", "description": "Reading, validating, rating and exporting reports"},
			object{"name": "Shares", "description": "Responses behind share codes"},
			object{"name": "Service", "description": "The service itself"},
		},
		"paths": ordered{
			{"/api/v1/biom/process", object{"post": processOperation()}},
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
	for _, some := range []object{
		reportSchemas(), formSchemas(), streamSchemas(), errorSchemas(),
		usageSchemas(), feedbackSchemas(), exportSchemas(), statusSchemas(), healthSchemas(),
	} {
		maps.Copy(all, some)
	}
	return all
}
