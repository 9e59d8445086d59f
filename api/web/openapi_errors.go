package web

import (
	"errors"
	"slices"

	"biom/shared/problem"
	"biom/shared/quota"
)

// sample is an error that a route may answer with.
type sample struct {
	title   string
	code    problem.Code
	message string
	details object
}

func like(title string, code problem.Code, message string) sample {
	return sample{title: title, code: code, message: message}
}

// with adds what is in details.
func (s sample) with(key string, value any) sample {
	s.details = object{key: value}
	return s
}

// failure is a response with the standard error body.
func failure(status int, description string, samples ...sample) object {
	var all []example
	for _, s := range samples {
		p := problem.New(status, s.code, "%s", s.message)
		p.Details = s.details
		all = append(all, example{s.title, p.Body(exampleID, exampleTime())})
	}
	r := answer(description, "ErrorBody", all...)
	if slices.Contains([]int{429, 503}, status) {
		r["headers"].(object)["Retry-After"] = headerRef("Retry-After")
	}
	return r
}

// invalid is a failure that lists what is wrong: a list of path and message.
func invalid(title, message string, faults any) sample {
	return like(title, problem.RequestValidation, message).with("errors", faults)
}

// ours is what everybody is told of a fault of ours.
func ours() sample {
	p := problem.From(errors.New(""))
	return like("Fault on our side", p.Code, p.Message)
}

func restarting() sample {
	return like("Restart", problem.Internal, "The service is being restarted. Try again in a moment.")
}

func tooSlow(message string) object {
	return failure(408, "The body came too slowly (`HTTP_ERROR`). The connection is closed", like("Slow body", problem.HTTP, message))
}

func errorSchemas() object {
	return object{
		"ErrorBody":    closed(object{"success": object{"type": "boolean", "const": false}, "error": ref("Error")}),
		"Error":        errorSchema(),
		"ErrorDetails": detailsSchema(),
		"Fault": closed(object{
			"path":    text("Where: `data.right_eye.AL`, `responses[3].json_data.metadata`, the name of a field or header; empty for the whole"),
			"message": text("What is wrong and what would be right"),
		}),
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

// detailsSchema is open: reasons may come to have more to say.
func detailsSchema() object {
	return object{
		"type": "object", "description": "What a program may want to know beside the code",
		"properties": object{
			"errors": object{"type": "array", "items": ref("Fault"), "description": "For `REQUEST_VALIDATION_ERROR`: every fault that was found. " +
				"A member that is there twice ends the reading, so it comes alone"},
			"reason": object{"type": "string", "description": "Why a document was not read. For `FILE_VALIDATION_ERROR`: `password_protected`, `damaged`, " +
				"`image_too_large`, `too_many_pages`. For `EXTRACTION_FAILED`: `no_biometry_found`, `invalid_output`, `model_refused`, " +
				"`provider_key_rejected`, `provider_rate_limited`, `provider_unavailable`, `reader_not_installed`, `gave_up`, `internal_error`"},
			"bucket": object{"type": "string", "description": "For `RATE_LIMIT_EXCEEDED`: what is used up", "enum": []any{
				quota.BiomAI, quota.BiomAIBYOK, quota.BiomJSON, quota.Retrieve, quota.Capacity, quota.CapacityPublic,
			}},
		},
	}
}
