package web

import (
	"maps"

	"biom/shared/biometry"
	"biom/shared/job"
	"biom/shared/problem"
)

const exampleJobID = "6f1c8b52a94e4d07b3f25c1de8907a4b"

func jobOperations() object {
	return object{"get": jobOperation(), "delete": deleteJobOperation()}
}

func jobOperation() object {
	return object{
		"operationId": "getJob", "tags": []any{"Jobs"}, "summary": "Look up a job",
		"description": "What has become of a request whose client does not wait for it: its state, its progress, and at its end the response or the problem. " +
			"The status is 200 also for a job that has failed; the status that the request would have had is in `problem.status`.\n\n" +
			"    curl -F file=@report.pdf -H 'Prefer: respond-async' http://localhost:8080/api/v1/biom/process\n" +
			"    curl 'http://localhost:8080/api/v1/biom/jobs/" + exampleJobID + "?wait=30'",
		"security":   optionalKey(),
		"parameters": []any{jobID(), waitParameter(), ifNoneMatch()},
		"responses": withKeyStatus(object{
			"200": jobResponse("The job"),
			"304": object{"description": "The job is as it was under the entity tag in `If-None-Match`", "headers": jobHeaders()},
			"404": unknownJob(),
			"422": badWait(),
			"503": jobUnavailable(),
		}, "200", "404", "503"),
	}
}

func jobResultOperation() object {
	success := jsonResponse("The response", "StandardAPIResponse", example{"A PDF that was read", exampleRead()})
	responses := object{
		"200": success,
		"202": jobResponse("The job, which has not ended"),
		"400": fileRefused(),
		"404": unknownJob(),
		"422": badWait(),
		"500": extractionFailed(),
		"503": jobUnavailable(),
		"504": failure(504, "What the request would have been answered with: the extraction took longer than its limit (`EXTRACTION_TIMEOUT`)",
			newError("Time limit", problem.ExtractionTimeout, "The extraction took longer than its limit of 10m0s and was cancelled.")),
	}
	withHeader(responses, "X-Biom-Withheld", headerRef("X-Biom-Withheld"), "200")
	withHeader(responses, "X-Biom-Ignored", headerRef("X-Biom-Ignored"), "200")
	withHeader(responses, "Retry-After", object{
		"description": "Only when the provider said when it can be asked again", "schema": object{"type": "integer", "minimum": 1},
	}, "500")
	return object{
		"operationId": "getJobResult", "tags": []any{"Jobs"}, "summary": "Get the result of a job",
		"description": "The response of a job that has ended, with the status, the headers and the body that the request would have had. " +
			"Of a job that failed, that is the problem.",
		"security":   optionalKey(),
		"parameters": []any{jobID(), waitParameter(), ifNoneMatch()},
		"responses":  withKeyStatus(responses, "200", "202", "404", "503"),
	}
}

func jobEventsOperation() object {
	return object{
		"operationId": "getJobEvents", "tags": []any{"Jobs"}, "summary": "Follow a job",
		"description": "The same events as with `stream=true`, from the beginning or after `Last-Event-ID`, on any replica, also after the end. " +
			"A stream that was cut and the rest of it are equal to one that was not cut.",
		"security": optionalKey(),
		"parameters": []any{jobID(), object{
			"name": "Last-Event-ID", "in": "header", "required": false, "description": "The ID of the last event that was received",
			"schema": object{"type": "integer", "minimum": 0}, "example": 3,
		}},
		"responses": withKeyStatus(object{
			"200": object{
				"description": "The events of the job, until its end", "headers": object{"X-Request-ID": headerRef("X-Request-ID"), "Location": jobLocation(false)},
				"content": object{"text/event-stream": eventStream()},
			},
			"204": object{"description": "The job has ended, and `Last-Event-ID` is its last event", "headers": object{"X-Request-ID": headerRef("X-Request-ID")}},
			"404": unknownJob(),
			"422": failure(422, "`Last-Event-ID` is no ID of an event (`REQUEST_VALIDATION_ERROR`)",
				invalid("Bad event ID", "The header Last-Event-ID is not the ID of an event of this stream.", biometry.Faults{{Path: "Last-Event-ID", Message: "must be the ID of an event"}})),
			"503": jobUnavailable(),
		}, "200", "404", "503"),
	}
}

func deleteJobOperation() object {
	return object{
		"operationId": "deleteJob", "tags": []any{"Jobs"}, "summary": "Cancel and forget a job",
		"description": "Cancels a job that has not ended, and forgets it and its result. The charge is taken back if no provider call was started.",
		"security":    optionalKey(),
		"parameters":  []any{jobID()},
		"responses": withKeyStatus(object{
			"204": object{"description": "The job is forgotten", "headers": object{"X-Request-ID": headerRef("X-Request-ID")}},
			"404": unknownJob(),
			"503": jobUnavailable(),
		}, "204", "404", "503"),
	}
}

func jobID() object {
	return object{
		"name": "id", "in": "path", "required": true, "schema": object{"type": "string"}, "example": exampleJobID,
		"description": "The ID of the job. A job that was made with a service key is shown only to its user. Any other job is shown to everybody who has its ID: keep it secret",
	}
}

func waitParameter() object {
	return object{
		"name": "wait", "in": "query", "required": false, "schema": object{"type": "integer", "minimum": 0, "maximum": 60, "default": 0},
		"description": "Wait so many seconds for the end of the job; with `If-None-Match`, for any change of it",
	}
}

func ifNoneMatch() object {
	return object{
		"name": "If-None-Match", "in": "header", "required": false, "schema": object{"type": "string"},
		"description": "An `ETag` of this job: the answer is 304 if the job has not changed since",
	}
}

func preferHeader() object {
	return object{
		"name": "Prefer", "in": "header", "required": false, "schema": object{"type": "string"}, "example": "respond-async",
		"description": "`respond-async` (RFC 7240): the answer is 202 as soon as the report is stored, and the report is read as a [job](/docs/jobs), which goes on whatever becomes of this client. " +
			"With `wait=N` the answer waits up to N seconds (60 at most) for the end and is then the ordinary one. With `stream=true` it is the stream of the job's events.",
	}
}

func jobHeaders() object {
	return object{
		"X-Request-ID": headerRef("X-Request-ID"),
		"ETag":         entityTag("Changes with the job", true),
		"Retry-After":  object{"description": "Seconds after which to ask again; only while the job has not ended", "schema": object{"type": "integer", "minimum": 1}, "example": 5},
		"Location":     jobLocation(false),
	}
}

func entityTag(description string, required bool) object {
	return object{"description": description, "required": required, "schema": object{"type": "string"}, "example": `W/"1f"`}
}

func jobLocation(required bool) object {
	return object{
		"description": "The job of this request, if its client can come back to it", "required": required,
		"schema": object{"type": "string"}, "example": "/api/v1/biom/jobs/" + exampleJobID,
	}
}

func jobResponse(description string) object {
	r := jsonResponse(description, "Job",
		example{"A job that waits", exampleJob("queued", job.StageQueued, object{"queue_position": 12})},
		example{"A job that was read", exampleJob("succeeded", job.StageValidating, object{"ended": exampleTimestamp, "response": exampleRead()})},
		example{"A job that failed", exampleJob("failed", job.StageExtracting, object{"ended": exampleTimestamp, "problem": object{
			"status": 500, "success": false, "error": problem.New(500, problem.ExtractionFailed, "No biometry was found in the document. "+
				"Check that it is a biometer's report and that it is sharp and upright.").With("reason", "no_biometry_found").Body(exampleID, exampleTime()).Error,
		}})})
	r["headers"] = jobHeaders()
	return r
}

const exampleTimestamp = "2026-03-14T09:27:31.000Z"

func exampleJob(status, stage string, more object) object {
	j := object{
		"id": exampleJobID, "status": status, "stage": stage, "progress": job.StageProgress(stage), "filename": "report.pdf",
		"created": "2026-03-14T09:26:53.000Z", "expires": "2026-03-14T10:27:31.000Z",
		"links": exampleLinks(),
	}
	maps.Copy(j, more)
	if _, ended := more["ended"]; ended {
		j["progress"] = 1
	}
	return j
}

func exampleLinks() object {
	self := "/api/v1/biom/jobs/" + exampleJobID
	return object{"self": self, "events": self + "/events", "result": self + "/result"}
}

func jobStates() []any { return []any{"queued", "running", "succeeded", "failed"} }

func jobLinksSchema() object {
	link := func(about string) object { return object{"type": "string", "description": about} }
	return closed(object{"self": link("The job"), "events": link("Its events"), "result": link("Its response alone")})
}

func unknownJob() object {
	return failure(404, "The job is unknown, was deleted, has expired, or belongs to another user: one answer for all (`NOT_FOUND`)",
		newError("No such job", problem.NotFound, "There is no such job: it is unknown, was deleted, has expired, or belongs to another user."))
}

func badWait() object {
	return failure(422, "`wait` is no number of seconds (`REQUEST_VALIDATION_ERROR`)",
		invalid("Bad wait", "The parameter wait must be a number of seconds.", biometry.Faults{{Path: "wait", Message: "must be a whole number from 0 to 60"}}))
}

func jobUnavailable() object {
	return failure(503, "The store of jobs does not answer, or the service key cannot be checked (`INTERNAL_ERROR`)",
		newError("No answer", problem.Internal, "The job could not be looked up. Try again shortly."), restarting())
}

func jobSchemas() object {
	properties := ordered{
		{"id", text("The ID of the job")},
		{"status", object{"type": "string", "enum": jobStates()}},
		{"stage", object{"type": "string", "description": "The latest stage of progress", "enum": []any{
			job.StageAccepted, job.StageQueued, job.StagePreparing, job.StageExtracting, job.StageValidating, job.StageSharing,
		}}},
		{"progress", object{"type": "number", "format": "double", "minimum": 0, "maximum": 1, "description": "How much of the work is done"}},
		{"queue_position", object{"type": "integer", "minimum": 1, "description": "While it is queued, and if it is known: its place among the caller's jobs that wait; 1 is the next one"}},
		{"batch", text("The name of the batch that the caller gave")},
		{"filename", text("The name of the uploaded file")},
		{"created", object{"type": "string", "format": "date-time"}},
		{"ended", object{"type": "string", "format": "date-time"}},
		{"expires", object{"type": "string", "format": "date-time", "description": "When the job is forgotten; counted anew from its end"}},
		{"links", jobLinksSchema()},
		{"withheld", object{"type": "array", "items": object{"type": "string"}, "description": "Fields whose values were doubtful and are null for that"}},
		{"response", ref("StandardAPIResponse")},
		{"problem", ref("ErrorEvent")},
	}
	return object{"Job": object{
		"type": "object", "description": "A request whose client does not wait for it. `response` is there if it succeeded, `problem` if it failed",
		"required":   []any{"id", "status", "stage", "progress", "filename", "created", "expires", "links"},
		"properties": properties, "additionalProperties": false,
	}}
}
