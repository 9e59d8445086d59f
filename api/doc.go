// Package api is the HTTP front end: the routes, the upload gate, the handlers,
// and the relay of a job's progress and result to the client.
//
// A request to POST /api/v1/biom/process passes these steps from left to right.
// The steps in capitals may refuse it:
//
//	GATE ─▶ JSON: VALIDATE ─▶ CHARGE ─▶ respond
//	   └──▶ AI:   OVERLOAD ─▶ CHARGE ─▶ submit ─▶ relay ─▶ respond
//	                                      └ no result in time, client gone, or
//	                                        server stopping: abandon the job ─▶
//	                                        refund if no provider call was started
//
// The ledger makes the charge in the quota store. While the store is
// unavailable, the ledger refuses extraction at the deployment's expense and
// charges everything else in memory.
package api
