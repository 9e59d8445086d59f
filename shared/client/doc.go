// Package client is the Go client of biom's HTTP API.
//
// [Client.Process] uploads a report and waits for the response;
// [Client.ProcessStream] also returns the progress. [Client.Submit] makes it a [Job],
// which the service processes whether or not its client waits: [Client.WaitJob],
// [Client.PollJob], [Client.JobEvents], [Client.JobResult] and [Client.CancelJob] take
// its ID, also in another process; [Client.Batch] and [Client.BatchEvents] list jobs.
// The other routes are [Client.Retrieve], [Client.Export], [Client.Feedback],
// [Client.Usage], [Client.Status] and [Client.Health].
//
// An error response of the service is an [*Error], with the same fields whether
// it came as a response or as an event of a stream. Other errors come from the
// network or from the context. [Retryable] reports whether it makes sense to
// send the request again, [Error.RetryAfter] says when, and with an
// [Upload.IdempotencyKey] a repeat is not charged again.
//
// The client sets no timeout on a request, because a slow extraction may take
// ten minutes: use the context. It never follows redirects, because it would
// send the keys and the report to another address.
//
// # Where to find what
//
//	client.go, config.go   the client, its configuration, sending requests
//	process.go, upload.go  the route process, and what is uploaded
//	upload_form.go         the multipart body; upload_gate.go ends its reading
//	stream.go              ProcessStream; stream_events.go reads the events
//	error.go               errors of the client; error_response.go reads them
//	job.go, job_events.go  Submit and one job; batch.go lists jobs
//	outage.go              repeats requests for a job while the service is away
//	retrieve.go, export.go, feedback.go, usage.go, status.go, health.go  the other routes
//	internal/sse           reads server-sent events
package client
