// Package eval measures a provider: it has the provider read a folder of documents with
// known answers, in the same way as a worker reads the documents of jobs, and counts the
// values that are right, wrong, missed and invented. The command biom eval uses it, and
// so do tests. Package samples makes documents for it.
//
//	NAME.pdf, .jpg, .png, …   a document
//	NAME.expected.json        {"data": …, "extra_data": …, "tags": {…}} or a saved response
//
// An expected answer has the form of the service's response, with the patient's name as
// initials. It is validated like the answer of a provider, so that both are normalised
// in the same way.
//
// Wrong and invented values are counted apart from missed ones, because a surgeon sees
// that a value is missing, but not that a digit is wrong.
//
// The documents may be those of real patients. So a report contains file names, paths of
// fields and numbers, but no value of a document unless [Config].Values asks for it.
package eval
