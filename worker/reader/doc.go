// Package reader finds the labelled values of both eyes in the words of a
// document. It does not know whether the words came from a text layer or from
// OCR, nor one device from another: it has a table of labels (labels.go) and a
// geometry of rows and columns, so a new device or language is a few lines of
// data.
//
//	words ─lex▶ tokens ─label▶ items ─eyes▶ rows of one eye ─parse▶ readings ─merge▶ findings ─pair rules▶ report
//
// A wrong digit is worse than a missing one. A label counts only where a label
// may stand; a value counts only directly after its label, in range, in its
// unit, and if no other reading of the same field says otherwise.
package reader
