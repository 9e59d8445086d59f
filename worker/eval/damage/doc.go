// Package damage damages documents in the ways in which scanners, OCR, software and people
// damage them, and says what a careful person would still read in them. A reader may lose
// values on a damaged document. It must never give a value to another eye or field, never
// change one, and never invent one.
//
//	Document ──Damage.Apply──▶ Document ──reader──▶ answer ──Truth.Judge──▶ findings
//
// A document is its words, as a text layer or OCR gives them, and its truth. So thousands
// of documents are damaged in seconds, without drawing them. What a damage does depends on
// its source of random numbers alone.
//
// Most damages leave the truth as it is: the document says the same, if less clearly. Some
// take values away (an eye without a heading has none), and some change them (where the
// headings of the eyes are exchanged everywhere, the document says so).
package damage
