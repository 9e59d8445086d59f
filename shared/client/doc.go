// Package client is the Go client of biom's HTTP API.
//
// [Client.Process] sends a report and waits; [Client.ProcessStream] shows the
// stages on the way. What the service refuses is an [*Error], with the same
// members whether it came as a response or inside a stream; anything else is
// the network's error or the context's. [Retryable] tells what is worth another
// try, [Error.RetryAfter] when, and with an [Upload.IdempotencyKey] no repeat is
// charged twice.
//
// The rest of the API: [Client.Retrieve], [Client.Export], [Client.Feedback],
// [Client.Usage], [Client.Status] and [Client.Health].
//
// The client sets no time limit on a request, because a slow extraction may
// take ten minutes: use the context. It never follows redirects, because the
// keys and the report would go along.
package client
