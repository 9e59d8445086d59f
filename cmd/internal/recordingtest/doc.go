// Package recordingtest holds requests in the manner of existing clients, and tells whether
// a biom answers them as an earlier one did.
//
// [Requests] makes the requests from tables (requests_*.go). They are stored, with the
// answers of the earlier biom, in testdata/recordings:
//
//	requests.json  conversations: what each client sends, byte for byte but for what only a
//	               server knows, such as its share codes, which are templates (see expand.go)
//	answers.json   what the earlier biom answered, without what differs each time (see neutral.go)
//	changes.json   the requests whose answer has changed on purpose: which point of the
//	               changelog's list changes it, and the new answer
//
// deploy/recordings makes the files anew. TestRecordings of cmd/biom sends the requests to
// today's biom.
package recordingtest
