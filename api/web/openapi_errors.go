package web

import (
	"errors"
	"maps"
	"slices"
	"strings"

	"biom/shared/biometry"
	"biom/shared/problem"
	"biom/shared/quota"
)

// errorSample is an example of an error that a route may answer with.
type errorSample struct {
	title   string
	code    problem.Code
	message string
	details object
}

func newError(title string, code problem.Code, message string) errorSample {
	return errorSample{title: title, code: code, message: message}
}

// with returns the sample with error.details set to this one member.
func (s errorSample) with(key string, value any) errorSample {
	s.details = object{key: value}
	return s
}

// failure describes a response with the standard error body.
func failure(status int, description string, samples ...errorSample) object {
	var all []example
	for _, s := range samples {
		p := problem.New(status, s.code, "%s", s.message)
		p.Details = s.details
		all = append(all, example{s.title, p.Body(exampleID, exampleTime())})
	}
	r := jsonResponse(description, "ErrorBody", all...)
	if slices.Contains([]int{429, 503}, status) {
		r["headers"].(object)["Retry-After"] = headerRef("Retry-After")
	}
	return r
}

// invalid returns the error that lists the faults of a request.
func invalid(title, message string, faults any) errorSample {
	return newError(title, problem.RequestValidation, message).with("errors", faults)
}

// internalError returns the error for every unexpected fault of the service.
func internalError() errorSample {
	p := problem.From(errors.New(""))
	return newError("Fault on our side", p.Code, p.Message)
}

// restarting returns the error of a service that stops.
func restarting() errorSample {
	return newError("Restart", problem.Internal, "The service is being restarted. Try again in a moment.")
}

// tooSlow describes the refusal of a body that comes too slowly.
func tooSlow(message string) object {
	return failure(408, "The body came too slowly (`HTTP_ERROR`). The connection is closed", newError("Slow body", problem.HTTP, message))
}

// badEncoding is the error for a body that the service cannot decode.
func badEncoding() errorSample {
	return newError("Unsupported encoding", problem.HTTP,
		"The body's Content-Encoding is not supported: send the body as gzip, or as it is and without that header.")
}

// notDecodable describes the refusal of a body that the service cannot decode.
func notDecodable() object {
	return failure(415, "The body has a `Content-Encoding` other than `gzip` (`HTTP_ERROR`)", badEncoding())
}

// encodings is part of the description of a body.
const encodings = ". It may be sent with `Content-Encoding: gzip`; the limits hold for what it decodes to"

func errorSchemas() object {
	return object{
		"ErrorBody":    closed(object{"success": object{"type": "boolean", "const": false}, "error": ref("Error")}),
		"Error":        errorSchema(),
		"ErrorDetails": detailsSchema(),
		"Fault":        faultSchema(),
	}
}

func errorSchema() object {
	return closed(object{
		"code": object{"type": "string", "description": "Stable code", "enum": []any{
			problem.FileValidation, problem.NotFound, problem.PayloadTooLarge, problem.RequestValidation, problem.RateLimitExceeded,
			problem.ExtractionFailed, problem.ExtractionTimeout, problem.Internal, problem.HTTP,
		}},
		"message":    text("What was wrong and what to do, for people"),
		"request_id": object{"type": "string", "format": "uuid", "description": "Correlation ID, to be reported"},
		"timestamp":  object{"type": "string", "format": "date-time"},
		"details":    refOrNull("ErrorDetails"),
	})
}

// detailsSchema allows further members: new details may be added.
func detailsSchema() object {
	return object{
		"type": "object", "description": "What a program may want to know beside the code",
		"properties": object{
			"errors": object{"type": "array", "items": ref("Fault"), "description": "For `REQUEST_VALIDATION_ERROR`: every fault that was found. " +
				"A member that is there twice ends the reading, so it comes alone"},
			"reason": object{"type": "string", "description": "Why a document was not read. For `FILE_VALIDATION_ERROR`: `password_protected`, `damaged`, " +
				"`image_too_large`, `too_many_pages`, `too_complex`. For `EXTRACTION_FAILED`: `no_biometry_found`, `invalid_output`, `model_refused`, " +
				"`provider_key_rejected`, `provider_rate_limited`, `provider_unavailable`, `reader_not_installed`, `gave_up`, `internal_error`"},
			"bucket": object{"type": "string", "description": "For `RATE_LIMIT_EXCEEDED`: what is used up", "enum": []any{
				quota.BiomAI, quota.BiomAIBYOK, quota.BiomJSON, quota.Retrieve, quota.Capacity, quota.CapacityPublic, quota.Outcomes,
			}},
		},
	}
}

// faultSchema describes a fault. Only the faults of reports have a rule.
func faultSchema() object {
	fault := closed(object{
		"path":    text("Where: `data.right_eye.AL`, `responses[3].json_data.metadata`, the name of a field or header; empty for the whole"),
		"message": text("What is wrong and what would be right"),
	})
	fault["properties"].(object)["rule"] = ruleSchema()
	return fault
}

// ruleSchema lists the rules in a description, not as an enum: later versions may have more.
func ruleSchema() object {
	all := biometry.Rules()
	var lines []string
	for _, rule := range slices.Sorted(maps.Keys(all)) {
		lines = append(lines, "`"+string(rule)+"`: "+all[rule])
	}
	return object{"type": "string", "description": "What was broken, for programs that say it in their user's language; missing if it has no name. " +
		strings.Join(lines, "; ")}
}
