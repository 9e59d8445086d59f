// Package callback tells the operators' chosen endpoints that a job has ended.
//
// A user with a service key names an endpoint in a request. The operator has given the
// endpoint its address and a secret; an address never comes from a request. When the job
// has ended, its event is queued, and one of the apis posts it to the endpoint, signed as
// Standard Webhooks says (https://www.standardwebhooks.com). The message has the job's ID,
// how it ended, its batch and links, and nothing of the document.
//
// The life of an event:
//
//	Queue ──▶ due ──an api takes it──▶ posted ──status 2xx──▶ delivered: forgotten
//	           ▲                         │
//	           │ its time has come       ├──status 410, the endpoint was removed, or it has
//	           │                         │  failed for a day──▶ given up: kept as a Failure for 7 days
//	         waiting ◀──anything else────┘
//
// The message of an event in the queue has the number of its attempts and the time of the
// next one. So nothing of the schedule is in the memory of a process, and an event that
// the queue hands out too early, as after a restart, is put back. An event is posted at
// least once; all its posts have the same webhook-id, by which a receiver knows it.
//
// What an endpoint answers, and where its name leads, is not trusted: see [newClient].
package callback
