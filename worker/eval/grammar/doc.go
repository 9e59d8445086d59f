// Package grammar draws layouts of biometry reports from a seed, thousands of them, each
// with the truth. It is a grammar in the sense that a document is a composition of small
// independent choices. Each choice has a name, and so has each of its alternatives:
//
//	document    = exam style pages                        document.go
//	exam        = device people dates eyes                exam.go
//	style       = language numbers units words fonts      style.go, words.go
//	page        = header arrangement extras footer        page.go
//	header      = title device patient dates              header.go
//	arrangement = eyes in columns | eyes in rows | …      arrange.go
//	heading     = "OD" | "Right eye" | big letter | …     heading.go
//	block       = lines | tiles | table | readings | …    block.go
//	meridian    = "43,80 D @ 165°" | lines | table | …    cornea.go
//	extras      = lens table | history | remarks | …      extras.go
//
// Everything is put together of boxes (box.go), which are printed on sheets or given as
// the words of a text layer, without any PDF.
//
// An alternative is a part of the grammar. A share of the parts is held out: drawings for
// development never use them, so that drawings for judgement show layouts that a reader was
// not developed with (see [Parts]).
//
// The synonyms and arrangements come from the makers' manuals and brochures and from
// figures in papers. Every person is invented, and no real printout is copied.
package grammar
