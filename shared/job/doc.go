// Package job is the contract between the api and the workers: the streams and
// subjects on NATS, the messages on them, and who may write which record.
//
// # The life of a job
//
// A job is one document to extract. This is its way from top to bottom:
//
//	api                        NATS                                   worker
//
//	Client.Join: wait for the turn of the caller's job, see package admission
//	Client.Submit ───job─────▶ biom.jobs.<tier> ──────delivery──────▶ takes the job, renews its lease
//	                                                                  prepares the document (costs nothing)
//	                           biom.started.<request> ◀───started──── Delivery.Start
//	                                                                  calls the provider (costs money)
//	Ticket.Progress ◀───────── biom.progress.<api>.<request> ◀─────── Delivery.Progress, at any time
//	                           biom.results.<api>.<request> ◀─result─ stores the result
//	Ticket.Result ◀─result──── biom.done.<api>.<request>
//	                           biom.jobs.<tier> ◀─────────ack──────── removes the job from the queue
//
//	Client.Abandon ──ended───▶ biom.started.<request>
//	               ──cancel──▶ biom.cancel.<request> ───────────────▶ cancels the provider call
//	               ──delete──▶ biom.jobs.<tier>, if no worker has taken the job
//
// The rules, each with its reason:
//
//   - The api ends every job. It abandons a job whose client has left or whose
//     time limit has passed. So every caller gets a response in time, whatever
//     happens to the queue and the workers.
//   - A delivery has a lease of 6 s, which its worker renews every 2 s. If the
//     worker dies, the lease expires and the job is delivered again, to any
//     worker. If a worker only seemed dead, two workers have the same job. The
//     next two rules make this harmless.
//   - A job has one result. A result is stored only if its subject is empty: the
//     first result counts, and later ones are dropped. The job leaves the queue
//     only after its result is stored.
//   - The started record decides whether the charge stands (see below).
//   - A job is given up when its provider calls were started [MaxAttempts] times
//     without a result: such a document may be what kills the workers. The
//     worker then writes a dead record and a failure as its result.
//
// # The started record: who pays
//
// A charge is refunded if, and only if, no provider call was started. The record
// at biom.started.<request> decides this:
//
//	             1st Start           2nd Start           3rd Start
//	(no record) ─────────▶ attempt 1 ─────────▶ attempt 2 ─────────▶ attempt 3
//	     │                     │                    │                    │
//	     │ end                 └────────────────────┼────────────────────┘
//	     ▼                                          │ end
//	   ended                                        ▼
//	(never started:                         started and ended
//	 refund)                                (the charge stands)
//
// "Start" is written by a worker before its first provider call of a delivery.
// "end" is written by the api when it abandons the job, or by a worker whose
// result came without a provider call. After "end" every Start fails with
// [ErrAbandoned]. Each step names the record that it replaces, and the server
// refuses it if the record has changed since: of two writers at the same time one
// is refused, reads the other's record, and decides again. If a worker is told to
// stop during an attempt, it takes that attempt out of the count, but the charge
// stands.
//
// # Idempotent requests
//
// See [Claim] for the record that makes one process answer a request which the
// client may send again.
package job
