// Package api is the HTTP front end: the routes, the upload gate, and the requests for
// extraction and validation.
//
// A request to POST /api/v1/biom/process has two sides that know nothing of each other:
//
//   - The work: [Server.run] takes a request from its acceptance to its end, in a goroutine
//     of its own, and writes what can be seen of it into the request's journal.
//   - The watching: [Server.watch] shows a journal to a client, as a stream or as one response.
//     It is the only loop that relays anything to a client.
//
// The work passes these steps from left to right. The steps in capitals may refuse it:
//
//	GATE ─▶ JSON: VALIDATE ─▶ CHARGE ───────────────────────────────▶ share ─▶ end
//	   └──▶ AI:   OVERLOAD ─▶ CHARGE ─▶ turn ─▶ submit ─▶ await result ─▶ settle ─▶ share ─▶ end
//	                                      └ no result in time, client gone, or
//	                                        server stopping: abandon the job ─▶ settle
//
// A charge is settled in one place, [Server.settle], by what is known of the job.
// An idempotent request ([Server.runIdempotent]) does the same work, or follows another
// request that does it, or takes the stored outcome; its journal is watched in the same way.
//
// The ledger makes the charge in the quota store. While the store is
// unavailable, the ledger refuses extraction at the deployment's expense and
// charges everything else in memory.
package api
