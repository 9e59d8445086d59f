// Package endpoint is what every endpoint of the HTTP API does alike, whichever
// process serves it: the headers of each answer, the error body, and bodies
// and answers that cannot be held up for ever by who sends or takes them.
package endpoint
