package openapitest

import (
	"bytes"
	"testing"

	"github.com/getkin/kin-openapi/openapi3"
)

// Event is one server-sent event.
type Event struct {
	Name string
	ID   string
	Data []byte
}

// Events reads the complete events of a stream; of anything else, none.
func Events(stream []byte) (events []Event) {
	blocks := bytes.Split(stream, []byte("\n\n"))
	for _, block := range blocks[:len(blocks)-1] { // what follows the last separator is not complete
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

// eventSchemas are the document's schemas of the events' data.
var eventSchemas = map[string]string{
	"progress": "ProgressEvent",
	"result":   "StandardAPIResponse",
	"error":    "ErrorEvent",
}

func checkEvent(t testing.TB, doc *openapi3.T, e Event) {
	t.Helper()
	schema := eventSchemas[e.Name]
	if schema == "" {
		t.Errorf("event %q is not in the OpenAPI document", e.Name)
		return
	}
	if e.ID == "" {
		t.Errorf("event %q without an id", e.Name)
	}
	checkSchema(t, doc, schema, e.Data)
}
