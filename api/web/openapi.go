// Package web is what a browser or a generator of clients sees beside the API
// itself.
package web

import (
	"encoding/json"
	"fmt"
	"maps"
	"sync"

	"biom/shared/biometry"
)

// Version is the version of the description, not of the application.
const Version = "2.2.15"

// OpenAPI is the description of the API (OpenAPI 3.1), in JSON. Its schemas of
// reports derive from the field table. It is made once; it must not be changed.
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
		"openapi": "3.1.0",
		"info": object{
			"title":   "biom",
			"version": Version,
			"summary": "Turns optical-biometer reports into validated biometry of both eyes",
			"description": "Upload a report as PDF, JPG, PNG, GIF or BMP to have it read, or as JSON to have it validated. " +
				"A missing value is null and means neither zero nor normal. " +
				"Every response carries X-Request-ID, equal to the request ID in its body. " +
				"What the HTTP server itself refuses before a route is reached has a body of plain text and no request ID: " +
				"400 for a malformed request, 431 for headers that are too large, 501 for an unknown transfer encoding.",
			"license": object{"name": "Apache-2.0", "identifier": "Apache-2.0"},
		},
		"servers": []any{object{"url": "/"}},
		"tags": []any{
			object{"name": "Reports", "description": "Reading and validating reports"},
			object{"name": "Shares", "description": "Responses behind share codes"},
			object{"name": "Service", "description": "The service itself"},
		},
		"paths": object{
			"/api/v1/biom/process":  object{"post": processOperation()},
			"/api/v1/biom/retrieve": object{"get": retrieveOperation()},
			"/api/v1/biom/feedback": object{"post": feedbackOperation()},
			"/api/v1/biom/export":   object{"post": exportOperation()},
			"/api/v1/biom/usage":    object{"get": usageOperation()},
			"/api/v1/status":        object{"get": statusOperation()},
			"/api/v1/health":        object{"get": healthOperation()},
			"/openapi.json":         object{"get": openAPIOperation()},
		},
		"components": object{"schemas": schemas(), "headers": headers(), "securitySchemes": securitySchemes()},
	}
}

func schemas() object {
	all := object{}
	maps.Copy(all, biometry.Schemas())
	for _, more := range []object{ownSchemas(), usageSchemas(), feedbackSchemas(), exportSchemas(), healthSchemas()} {
		maps.Copy(all, more)
	}
	return all
}

func statusOperation() object {
	return object{
		"operationId": "getStatus",
		"tags":        []any{"Service"},
		"summary":     "Lightweight status",
		"description": "For frequent polling: it asks nobody and counts nothing.",
		"responses": object{
			"200": answer("The service answers", "Status"),
			"500": failure("A fault on our side", false),
			"503": failure("The service is being restarted", true),
		},
	}
}

func openAPIOperation() object {
	return object{
		"operationId": "getOpenAPI",
		"tags":        []any{"Service"},
		"summary":     "This description",
		"responses": object{
			"200": object{
				"description": "OpenAPI 3.1",
				"headers":     object{"X-Request-ID": headerRef("X-Request-ID")},
				"content":     object{"application/json": object{"schema": object{"type": "object"}}},
			},
			"500": failure("A fault on our side", false),
			"503": failure("The service is being restarted", true),
		},
	}
}
