package web

import (
	"encoding/json"
	"fmt"
	"strings"
	"time"

	"biom/shared/job"
	"biom/shared/problem"
)

// eventStream describes the response to stream=true. OpenAPI 3.1 cannot describe
// the events of a stream; the extension x-sse-events names the schema of each
// event's data.
func eventStream() object {
	return object{
		"schema":       object{"type": "string", "description": streamDescription},
		"x-sse-events": object{"progress": ref("ProgressEvent"), "result": ref("StandardAPIResponse"), "error": ref("ErrorEvent")},
		"examples": examples(
			example{"A report that is read and shared", sharedStream()},
			example{"A report that cannot be read", failedStream()},
		),
	}
}

const streamDescription = "Server-sent events, each with an `id`. Any number of `progress` events (`ProgressEvent`), " +
	"then exactly one `result` (`StandardAPIResponse`) or `error` (`ErrorEvent`). Stages come in the order accepted, queued, preparing, " +
	"extracting (again for each attempt), validating, and with `biompin=true` sharing; JSON passes accepted, validating and sharing. `progress` never goes down. " +
	"A comment line every 15 seconds keeps proxies awake. What is refused before the stream begins has its own status and a JSON body."

func streamSchemas() object {
	return object{"ProgressEvent": progressEvent(), "ErrorEvent": errorEvent()}
}

func progressEvent() object {
	s := closed(object{
		"request_id": object{"type": "string", "format": "uuid"},
		"stage": object{"type": "string", "enum": []any{
			job.StageAccepted, job.StageQueued, job.StagePreparing, job.StageExtracting, job.StageValidating, job.StageSharing,
		}},
		"progress":  object{"type": "number", "format": "double", "minimum": 0, "maximum": 1, "description": "How much of the work is done"},
		"message":   text("For people"),
		"timestamp": object{"type": "string", "format": "date-time"},
	})
	s["description"] = "Data of the event `progress`"
	p := s["properties"].(object)
	p["attempt"] = object{"type": "integer", "minimum": 1, "description": "Which attempt at extracting"}
	p["fields"] = object{"type": "array", "items": object{"type": "string"}, "description": "Fields in doubt, or left out for that"}
	return s
}

func errorEvent() object {
	return object{
		"type": "object", "description": "Data of the event `error`: the standard body with what the status line and the headers would have said",
		"required": []any{"status", "success", "error"}, "additionalProperties": false,
		"properties": object{
			"status":      object{"type": "integer", "minimum": 400, "maximum": 599, "description": "What the status would have been"},
			"success":     object{"type": "boolean", "const": false},
			"error":       ref("Error"),
			"retry_after": object{"type": "integer", "minimum": 1, "description": "What Retry-After would have been, in seconds"},
		},
	}
}

func sharedStream() string {
	var s exampleStream
	s.progress(job.StageAccepted, "The report was accepted", 0)
	s.progress(job.StageQueued, "Waiting for a worker", 0)
	s.progress(job.StagePreparing, "Preparing the document", 0)
	s.progress(job.StageExtracting, "Reading the report", 1)
	s.progress(job.StageValidating, "Validating the measurements", 0)
	s.progress(job.StageSharing, "A share code is being made", 0)
	s.event("result", exampleShared())
	return s.String()
}

func failedStream() string {
	var s exampleStream
	s.progress(job.StageAccepted, "The report was accepted", 0)
	s.progress(job.StageQueued, "Waiting for a worker", 0)
	s.progress(job.StagePreparing, "Preparing the document", 0)
	s.progress(job.StageExtracting, "Reading the report", 1)
	s.event("error", struct {
		Status int `json:"status"`
		problem.Body
		RetryAfter int `json:"retry_after"`
	}{500, problem.New(500, problem.ExtractionFailed, "The limits of this deployment's keys at the provider are reached. Try again later.").
		With("reason", "provider_rate_limited").Body(exampleID, exampleTime()), 30})
	return s.String()
}

// exampleStream builds a stream in the form in which it is sent.
type exampleStream struct {
	strings.Builder

	events int
}

func (s *exampleStream) progress(stage, message string, attempt int) {
	s.event("progress", job.Event{
		RequestID: exampleID, Stage: stage, Progress: job.StageProgress(stage), Message: message, Attempt: attempt,
		Timestamp: exampleTime().Add(time.Duration(s.events) * time.Second),
	})
}

func (s *exampleStream) event(name string, data any) {
	b, err := json.Marshal(data)
	if err != nil {
		panic("web: an example of an event: " + err.Error())
	}
	s.events++
	fmt.Fprintf(s, "event: %s\nid: %d\ndata: %s\n\n", name, s.events, b)
}
