// Package evidence says where the values of a report stand in the document that they
// were read from. Boxes are found by code in the words of a text layer or of OCR; no
// model is asked for them.
package evidence

// Evidence is the sources of a report's values.
type Evidence struct {
	Pages  []Page            `json:"pages"`  // those that the sources name
	Values map[string]Source `json:"values"` // path, e.g. "right_eye.AL" or "patient.id" → source; a value whose place is not known is not in it
	// Withheld is where the withheld values stand, by the same paths. Its texts are what the page shows: they
	// lead a reviewer to the place, and are no values of the report.
	Withheld map[string]Source `json:"withheld,omitempty"`
}

// Page is a page as a viewer shows it: a picture upright as its camera recorded it.
type Page struct {
	Number int     `json:"number"` // from 1
	Width  float64 `json:"width"`  // in points of a PDF, in pixels of a picture
	Height float64 `json:"height"`
}

// Source is where a value is printed.
type Source struct {
	Page     int      `json:"page"`
	Box      Box      `json:"box"`
	Text     string   `json:"text"` // as it is printed, or as OCR saw it
	Readings Readings `json:"readings"`
}

// Box is a rectangle in shares, 0 to 1, of the page's width and height: the left, top,
// right and bottom edge. It holds the whole word that the value stands in. On a
// photograph of a page seen at an angle it is the smallest rectangle around the word.
type Box [4]float64

// Readings counts the readings that saw the value as it is returned, and of a withheld value
// those that saw the text.
type Readings struct {
	TextLayer int `json:"text_layer,omitempty"` // 1 if the document's own text has it
	OCR       int `json:"ocr,omitempty"`        // looks at the page by OCR
	Model     int `json:"model,omitempty"`      // answers of a language model
}

// Add returns the sum of two counts.
func (r Readings) Add(o Readings) Readings {
	return Readings{r.TextLayer + o.TextLayer, r.OCR + o.OCR, r.Model + o.Model}
}
