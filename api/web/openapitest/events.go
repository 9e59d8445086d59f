package openapitest

import (
	"bytes"
	"net/http"
	"path"
	"testing"

	"github.com/getkin/kin-openapi/openapi3"
)

// Event is one server-sent event.
type Event struct {
	Name string
	ID   string
	Data []byte
}

// Events returns the complete events of a stream. A body that is no stream has none.
func Events(stream []byte) (events []Event) {
	blocks := bytes.Split(stream, []byte("\n\n"))
	for _, block := range blocks[:len(blocks)-1] { // an event after the last separator is not complete
		var e Event
		for line := range bytes.SplitSeq(block, []byte("\n")) {
			key, value, _ := bytes.Cut(line, []byte(": "))
			switch string(key) {
			case "event":
				e.Name = string(value)
			case "id":
				e.ID = string(value)
			case "data":
				e.Data = value
			}
		}
		if e.Name != "" {
			events = append(events, e)
		}
	}
	return events
}

// eventSchema returns the name of the schema of an event's data, "" if no stream has such an event.
func eventSchema(doc *openapi3.T, event string) string {
	for _, item := range doc.Paths.Map() {
		for _, operation := range item.Operations() {
			ok := operation.Responses.Status(http.StatusOK)
			if ok == nil || ok.Value.Content["text/event-stream"] == nil {
				continue
			}
			events, _ := ok.Value.Content["text/event-stream"].Extensions["x-sse-events"].(map[string]any)
			schema, _ := events[event].(map[string]any)
			if pointer, ok := schema["$ref"].(string); ok {
				return path.Base(pointer)
			}
		}
	}
	return ""
}

func checkEvent(t testing.TB, doc *openapi3.T, e Event) {
	t.Helper()
	schema := doc.Components.Schemas[eventSchema(doc, e.Name)]
	if schema == nil {
		t.Errorf("event %q is not in the OpenAPI document", e.Name)
		return
	}
	if e.ID == "" {
		t.Errorf("event %q without an id", e.Name)
	}
	checkSchema(t, schema, e.Data)
}
