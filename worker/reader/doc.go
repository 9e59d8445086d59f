// Package reader finds the labelled values of both eyes in the words of a
// document. It does not know whether the words came from a text layer or from
// OCR, nor one device from another: it has a table of labels and a geometry of
// rows and columns, so a new device or language is a few lines of data.
//
// It works in stages. The names of the files begin with their stage, and nothing
// uses what a later stage declares (TestStagesHaveOneDirection):
//
//	stage  takes                          gives
//	data   -                              the fields of the data model, their ranges,
//	                                      and all thresholds (data_thresholds.go)
//	lex    words with their places        tokens: numbers, words, dashes, signs
//	label  tokens of a row                items: tokens, and the labels among them
//	place  rows of items                  parts: the lines that belong to one eye, with
//	                                      the sections and columns above them
//	value  a part                         readings: a field of an eye, a text, its place
//	agree  readings of all pages          findings: one value or a doubt for each field
//	       findings of several looks      the report with the sources of its values, the
//	                                      witness's verdicts, explanations
//
// The stage label has a table of phrases (label_table.go); what no phrase matches is
// told by the meanings of its words (label_wording.go). The stage lex leaves out the numbers of maps of the cornea (lex_maps.go). The stage place knows
// headings (place_headings.go), pages of one eye (place_alone.go), blocks (place_eyes.go), columns (place_columns.go), tables (place_table.go), cards (place_cards.go), lists (place_lists.go), equal blocks of both
// eyes, wherever in them the names stand (place_twins.go) or beside them in the margin (place_margin.go), rows of eyes whose cells have several
// lines (place_bands.go), labels of two lines between the values of both eyes (place_middle.go), labels that wrap around their value
// (place_wrapped.go), names that span several rows (place_spans.go), columns of several visits (place_visits.go), values over their
// labels with the name of the eye between (place_over.go), axes under their powers in the cells of a table (place_stacked.go), letters for the eyes that a page
// explains (place_letters.go), turned names whose letters stand apart (place_turned.go), heads of tables with the
// units of each meridian (place_groups.go), tiles with both eyes (place_tiles.go), columns of a block
// that are not level (place_cuts.go), strips of paper beside each other (place_strips.go), rows of both eyes under heads that stand once (place_once.go),
// pairs (place_pairs.go), panels beside each other and in rows (place_panels.go), values before or
// over their labels (place_arrange.go), legends, which say nothing of an eye (place_legend.go), and rows of which the meridian above or the
// surface over the column says the rest (place_rows.go). The stage value also reads the surfaces of the cornea as columns
// (value_surfaces.go) or as rows of readings with their means (value_series.go) and what a page says of both eyes at once (value_states.go).
//
// A wrong digit is worse than a missing one. A label counts only where a label may
// stand; a value counts only directly after its label, in range, in its unit, and if
// no other reading of the same field says otherwise. An eye needs a heading of its
// own, not a mark inside a row; a page whose headings were not all understood is
// nobody's, and so is one whose left edge is cut off. What OCR saw counts if two looks saw it alike (agree_looks.go); looks give
// each other the headings and words that they have missed (agree_headings.go, agree_words.go), and a number in doubt is read once more by
// itself (agree_cells.go).
package reader
