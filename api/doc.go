// Package api is the HTTP front end: routes, the upload gate, handlers, and the
// relay of a job's progress and result to whoever uploaded it.
//
// One request to process, from left to right; what is drawn in capitals may
// refuse it:
//
//	GATE ─▶ JSON: VALIDATE ─▶ CHARGE ─▶ answer
//	   └──▶ AI:   OVERLOAD ─▶ CHARGE ─▶ submit ─▶ relay ─▶ answer
//	                                      └ no answer in time, client gone,
//	                                        server stopping: abandon ─▶ the
//	                                        charge goes back if nothing was started
//
// CHARGE is the ledger's: in the quota store, and while that is away in memory
// for what does not spend our money.
package api
