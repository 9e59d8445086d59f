// Package biometry is the report: its data model, the one table of its
// fields, and the only way into it.
//
// [Decode] reads an uploaded document and [DecodeExtraction] a model's answer.
// Both go the same road:
//
//	bytes ──read──▶ values by member ──normalise, validate──▶ Report
//	          │                            │
//	     SyntaxError                    Faults
//	  (not JSON at all)        (JSON, but no valid report)
//
// Reading is one pass of a strict JSON decoder that keeps, for each member the
// specification names, where its value stands; see layout.go. What is done
// with the values follows in the specification's order, so that faults come in
// that order however the document was written.
//
// Surgeons choose lenses from these numbers. Nothing here guesses, rounds or
// fills in: a value is taken as it was written, or the document is refused
// with the path of every fault. No message repeats a value of the document,
// because messages are logged and sent to models.
package biometry
