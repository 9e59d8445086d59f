// Package biometry is the report: its data model, the tables of its fields,
// and the functions that decode, normalise and validate a document.
//
// [Decode] reads an uploaded document, [DecodeExtraction] a model's answer and
// [DecodeResponse] a response that a client saved. All three work in the same
// two steps:
//
//	bytes ──parse──▶ values by member ──normalise, validate──▶ Report
//	          │                              │
//	     SyntaxError                      Faults
//	  (not JSON at all)          (JSON, but not a valid report)
//
// The first step is one pass of a strict JSON decoder (parse.go). It keeps the
// value of each member that the specification names (members.go). The second
// step visits these members in the specification's order, so that the faults
// have that order too, whatever the order in the document was.
//
// # Where to find what
//
//	decode.go, decode_response.go   the three entry points
//	report.go                       the Go types of a report
//	field_tables.go                 every field with its unit and range: add a field here
//	fields.go                       what a field of these tables is
//	devices.go                      the biometers; which of them measure posterior keratometry
//	numbers.go, text.go, values.go  read one value: numbers and ranges, text and dates, the rest
//	initials.go                     reduces a patient's name to initials
//	keratometry_rules.go            the rules for a pair of meridians: axes lie 90° apart
//	extra_data.go                   extra_data; TK values need an IOLMaster700
//	ignored.go                      names measurements that stand in the wrong place
//	metadata.go                     metadata: versions, provenance, timestamps
//	faults.go, syntax_errors.go     the two kinds of error
//	usual.go                        what is usual in adults, with sources
//	output_schema.go                the JSON Schema for a model's answer
//	json_schema.go                  the parts of which the schemas are made
//	openapi_response.go             the schemas of responses in the OpenAPI document
//	openapi_upload.go               the schemas of uploads in the OpenAPI document
//
// # Add a field
//
// Add it to the struct in report.go and to the table in field_tables.go, at the
// same place as in the specification. Parsing, validation, schemas, spreadsheet
// columns and forms derive from the table. Then change the tests, which repeat
// the specification on purpose: the names in fields_test.go, the ranges in
// ranges_test.go, and the expected files in testdata, which
// `go test ./shared/biometry -update` writes.
//
// # Safety
//
// Surgeons choose lenses from these numbers. The package never guesses, rounds
// or fills in a value: it either takes a value as it was written, or returns an
// error with the path of every fault. Messages never repeat a value of the
// document, because messages are logged and sent to models.
package biometry
