// Package eval measures a provider: it has a folder of documents with known
// answers read, by the same steps as a worker's jobs, and counts what came
// back right, wrong, missed and invented.
//
//	NAME.pdf, .jpg, .png, …   a document
//	NAME.expected.json        {"data": …, "extra_data": …, "tags": {…}} or a saved response
//
// The expected answer is written as the service answers, the patient's name as
// initials. It is validated like a provider's, so that both are normalised alike.
//
// Wrong and invented values are counted apart from missed ones: a surgeon sees
// that a value is missing, but not that a digit is wrong.
//
// The documents may be real patients'. No value of a document is in a report,
// unless [Config].Values asks for it; names of files, paths of fields and
// numbers are.
package eval
