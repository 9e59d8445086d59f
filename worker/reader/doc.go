// Package reader finds the labelled values of both eyes in the words of a
// document. It does not know whether the words came from a text layer or from
// OCR, nor one device from another: it has a table of labels (labels.go) and a
// geometry of rows and columns, so a new device or language is a few lines of
// data. What no label of the table matches is told by the meanings of its words
// (wording.go). Values stand after their labels, under them, before or over
// them (arrange.go), in columns and tables (eyes.go, table.go), lists
// (lists.go), pairs (pairing.go), forms (tick.go), panels beside each other
// (panels.go), and rows of which the meridian above or the surface over the
// column says the rest (rows.go).
//
//	words ─lex▶ tokens ─label▶ items ─eyes▶ rows of one eye ─parse▶ readings ─merge▶ findings ─pair rules▶ report
//
// A wrong digit is worse than a missing one. A label counts only where a label
// may stand; a value counts only directly after its label, in range, in its
// unit, and if no other reading of the same field says otherwise. A page whose
// headings of the eyes were not all understood is nobody's. What OCR saw counts
// if two looks saw it alike (agree.go); a number in doubt is read once more by
// itself (cells.go).
package reader
