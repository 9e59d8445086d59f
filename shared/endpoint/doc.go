// Package endpoint is what every endpoint of the HTTP API has in common,
// whichever process serves it: the time limits of the server, the headers of each
// response, error responses and their log lines, and request bodies and responses
// that a slow client cannot hold up for ever.
package endpoint
