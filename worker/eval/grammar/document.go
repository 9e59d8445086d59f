package grammar

import (
	"context"
	"fmt"
	"maps"
	"slices"
	"strings"

	"biom/worker/document/layout"
	"biom/worker/eval/samples"
)

// Eye is the eye that a printed word belongs to.
type Eye int

// The eyes.
const (
	NoEye Eye = iota // the patient, the device, both eyes
	Right
	Left
)

// Role is what a printed word is.
type Role int

// The roles. A word of another role than [RoleValue] is no value of the answer.
const (
	RoleNoise   Role = iota // a title, a footer, a mark, a drawing's legend, a value that is no field
	RoleEye                 // names an eye
	RoleLabel               // names a field
	RoleValue               // a value of the answer: Field and Eye say which
	RoleUnit                // the unit of a value, and what stands between a power and its axis
	RoleMissing             // a dash for a value that the device did not find
	RoleReading             // a single reading, a standard deviation, a quality: not the value itself
	RoleLens                // of a table of lenses: powers, constants, targets
	RoleHistory             // of an earlier visit
	RoleRemark              // of a remark that is not in the answer
)

// String returns the role in lower case.
func (r Role) String() string {
	return [...]string{"noise", "eye", "label", "value", "unit", "missing", "reading", "lens", "history", "remark"}[r]
}

// Printed is what one word is, or a part of a word where several stand together without a
// space, as the power and the axis in "43,80D@165°".
type Printed struct {
	Page int // from 1
	Word int // its index in Pages[Page-1].Words
	Box  layout.Box
	Text string
	Role Role
	Eye  Eye
	// Field is the name of a field in a report ("AL", "K1_magnitude", "PK1_axis",
	// "lens_status"), "patient.name", "patient.id", "patient.date_of_birth",
	// "patient.gender", "exam_date", "device_name" or "notes". It is empty if the word
	// belongs to no field.
	Field string
}

// Document is one layout with the truth.
type Document struct {
	Name     string
	Pages    []layout.Page // the words as a text layer gives them
	Printed  []Printed     // what each of them is, in the order in which they were printed
	Expected samples.Expected
	Parts    map[string]bool // the parts that it was drawn with, "choice/alternative" → held out

	sheets  []samples.Sheet
	font    samples.Typeface
	seed    uint64
	number  int
	offered map[string]bool
}

// Options limits what is drawn. The zero value draws everything but what is held out.
type Options struct {
	Parts     Parts
	Languages []string // of en de es fr pt it; nil: all
	Devices   []string // names of the data model, "Other" included; nil: all
	OnePage   bool     // for media that are one image
}

// smallest is the smallest size of a text in points, for a scan of 150 dpi must be legible.
const smallest = 6

// Draw draws document i of a seed. The same arguments always give the same document.
func Draw(seed uint64, i int, o Options) Document {
	for attempt := 0; ; attempt++ {
		g := newGenerator(newChooser(seed, i, attempt, o.Parts), o)
		g.document()
		if g.legible() {
			return g.finish(seed, i)
		}
	}
}

// Print prints the document on a medium. DPI 0 is drawn from 120 to 300. All media but
// [samples.TextPDF] and [samples.OutlinePDF] need pdftoppm on PATH; for one that is a single
// image the document must have one page, see [Options].
func (d Document) Print(ctx context.Context, m samples.Medium, dpi int) (samples.Sample, error) {
	if len(d.Pages) > 1 && m.OneImage() {
		return samples.Sample{}, fmt.Errorf("grammar: %s has %d pages and %s shows one", d.Name, len(d.Pages), m)
	}
	data, tags, err := samples.Print(ctx, d.sheets, d.font, samples.Printing{Medium: m, DPI: dpi, Seed: d.seed, Number: d.number})
	if err != nil {
		return samples.Sample{}, fmt.Errorf("grammar: %s: %w", d.Name, err)
	}
	s := samples.Sample{Name: d.Name + "-" + string(m) + m.Extension(), Data: data, Expected: d.Expected}
	s.Expected.Tags = maps.Clone(d.Expected.Tags)
	maps.Copy(s.Expected.Tags, tags)
	return s, nil
}

// legible reports whether no text is too small and everything is on the paper.
func (g *generator) legible() bool {
	if g.opts.OnePage && len(g.sheets) > 1 {
		return false
	}
	for _, s := range g.sheets {
		for _, t := range s.texts {
			if t.size < smallest || t.x < 3 || t.y < 3 || t.y > s.h-3 || t.x+g.font.Width(t.size, t.bold, t.String()) > s.w-3 {
				return false
			}
		}
	}
	return true
}

// finish turns the sheets into words and the truth.
func (g *generator) finish(seed uint64, i int) Document {
	d := Document{
		Name:  fmt.Sprintf("%s-%s-%d-%05d", strings.ToLower(strings.ReplaceAll(g.exam.device.name, "-", "")), g.lang, seed, i),
		Parts: g.drawn, offered: g.offered, font: g.font, seed: seed, number: i,
	}
	for n, s := range g.sheets {
		page := layout.Page{Number: n + 1, Width: s.w / pointMM, Height: s.h / pointMM}
		sheet := samples.Sheet{Width: s.w, Height: s.h, Shapes: s.shapes}
		for _, t := range s.texts {
			d.Printed = append(d.Printed, g.words(&page, t)...)
			sheet.Texts = append(sheet.Texts, samples.Text{X: t.x, Y: t.y, Size: t.size, Bold: t.bold, Ink: t.ink, String: t.String()})
		}
		d.Pages, d.sheets = append(d.Pages, page), append(d.sheets, sheet)
	}
	d.Expected = g.exam.expected(d.Printed)
	d.Expected.Tags = map[string]string{"language": g.lang, "arrangement": g.arrangement, "heading": g.headingLook}
	if slices.Contains(slices.Collect(maps.Values(g.drawn)), true) {
		d.Expected.Tags["held_out"] = "yes"
	}
	return d
}

// words adds the words of a text to a page and returns what they are.
func (g *generator) words(page *layout.Page, t text) (out []Printed) {
	above, below := g.font.Extent(t.size)
	box := func(from, to string) layout.Box {
		x0, x1 := t.x+g.font.Width(t.size, t.bold, from), t.x+g.font.Width(t.size, t.bold, to)
		return layout.Box{X0: x0 / pointMM, Y0: (t.y - above) / pointMM, X1: x1 / pointMM, Y1: (t.y + below) / pointMM}
	}
	line, open := "", false // what is left of a piece, and whether the last word may go on
	for _, p := range t.pieces {
		for rest := p.text; rest != ""; {
			if trimmed := strings.TrimLeft(rest, " "); trimmed != rest {
				line, rest, open = line+rest[:len(rest)-len(trimmed)], trimmed, false
				continue
			}
			word := rest
			if end := strings.IndexByte(rest, ' '); end >= 0 {
				word = rest[:end]
			}
			b := box(line, line+word)
			if open {
				last := &page.Words[len(page.Words)-1]
				last.Text, last.Box = last.Text+word, last.Union(b)
			} else {
				page.Words = append(page.Words, layout.Word{Text: word, Box: b, Conf: layout.Certain})
			}
			out = append(out, Printed{page.Number, len(page.Words) - 1, b, word, p.role, p.eye, p.field})
			line, rest, open = line+word, rest[len(word):], true
		}
	}
	return out
}
