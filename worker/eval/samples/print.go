package samples

import (
	"context"
	"math/rand/v2"
	"sync"

	xfont "golang.org/x/image/font"

	"github.com/go-fonts/dejavu/dejavusans"
	"github.com/go-fonts/dejavu/dejavusansbold"
	"github.com/go-fonts/dejavu/dejavusanscondensed"
	"github.com/go-fonts/dejavu/dejavusanscondensedbold"
	"github.com/go-fonts/dejavu/dejavuserifcondensed"
	"github.com/go-fonts/dejavu/dejavuserifcondensedbold"
	"github.com/go-fonts/liberation/liberationmonobold"
	"github.com/go-fonts/liberation/liberationmonoregular"
	"github.com/go-fonts/liberation/liberationsansbold"
	"github.com/go-fonts/liberation/liberationsansitalic"
	"github.com/go-fonts/liberation/liberationsansregular"
	"github.com/go-fonts/liberation/liberationserifbold"
	"github.com/go-fonts/liberation/liberationserifregular"

	"biom/shared/biometry"
)

// Typeface is a font that [Print] writes with.
type Typeface struct {
	Name string
	font font
	size func() [2]float64 // ascent and descent in parts of the font size
}

// Typefaces returns the fonts that documents can be printed in.
func Typefaces() []Typeface { return typefaces }

var typefaces = []Typeface{
	newTypeface("sans", liberationsansregular.TTF, liberationsansbold.TTF),
	newTypeface("narrow sans", dejavusanscondensed.TTF, dejavusanscondensedbold.TTF),
	newTypeface("wide sans", dejavusans.TTF, dejavusansbold.TTF),
	newTypeface("serif", liberationserifregular.TTF, liberationserifbold.TTF),
	newTypeface("slab serif", dejavuserifcondensed.TTF, dejavuserifcondensedbold.TTF),
	newTypeface("sans with serif headings", liberationsansregular.TTF, liberationserifbold.TTF),
	newTypeface("slanted sans", liberationsansitalic.TTF, liberationsansbold.TTF),
	newTypeface("monospaced", liberationmonoregular.TTF, liberationmonobold.TTF),
}

func newTypeface(name string, regular, bold []byte) Typeface {
	t := Typeface{Name: name, font: newFont(regular, bold)}
	t.size = sync.OnceValue(func() [2]float64 {
		f := t.font.face("")
		m, err := f.parsed.Metrics(&f.buf, f.em, xfont.HintingNone)
		if err != nil {
			panic(err) // an embedded font
		}
		return [2]float64{float64(m.Ascent) / float64(f.em), float64(m.Descent) / float64(f.em)}
	})
	return t
}

// Width returns the width of a text in millimetres; size is in points.
func (t Typeface) Width(size float64, bold bool, s string) float64 {
	return t.font.advance(weight(bold), s) * size * pointMM
}

// Extent returns how far letters of a size in points reach above and below the baseline,
// in millimetres. Programs that read a text layer take it for the height of each word.
func (t Typeface) Extent(size float64) (above, below float64) {
	return t.size()[0] * size * pointMM, t.size()[1] * size * pointMM
}

func weight(bold bool) string {
	if bold {
		return "B"
	}
	return ""
}

// Sheet is a page to print, in millimetres from its upper left corner.
type Sheet struct {
	Width, Height float64
	Shapes        []Shape // below the texts
	Texts         []Text
}

// Text is a text on one line. X and Y are where its baseline begins.
type Text struct {
	X, Y, Size float64 // Size is in points
	Bold       bool
	Ink        [3]int
	String     string
}

// The kinds of a [Shape].
const (
	Line   = iota // from the upper left to the lower right corner of its box
	Frame         // the outline of its box
	Fill          // its box filled with its ink
	Circle        // the outline of the ellipse in its box
)

// Shape is a drawing without words.
type Shape struct {
	Kind       int
	X, Y, W, H float64
	Ink        [3]int
}

// Printing says on what medium [Print] prints. Number and Seed decide, together with
// the medium, how a scan or a photo is worn: photos are taken from an angle. DPI 0: drawn from 120 to 300.
type Printing struct {
	Medium Medium
	DPI    int
	Seed   uint64
	Number int
}

// Print prints the sheets and returns the file with the tags that describe the medium.
// All media but [TextPDF] and [OutlinePDF] need pdftoppm on PATH; those that are one image
// show the first sheet alone.
func Print(ctx context.Context, sheets []Sheet, t Typeface, p Printing) ([]byte, map[string]string, error) {
	c := newCanvas(t.font, p.Medium == OutlinePDF, none)
	for _, s := range sheets {
		c.paper(s.Width, s.Height)
		for _, shape := range s.Shapes {
			c.shape(shape)
		}
		for _, text := range s.Texts {
			c.ink(text.Ink[0], text.Ink[1], text.Ink[2])
			c.write(text.X, text.Y, text.Size, weight(text.Bold), text.String)
		}
	}
	tags := map[string]string{"medium": string(p.Medium)}
	data, err := plan{seed: p.Seed, number: p.Number, medium: p.Medium, dpi: p.DPI, leaning: true}.render(ctx, c, tags)
	return data, tags, err
}

func (c *canvas) shape(s Shape) {
	c.pdf.SetDrawColor(s.Ink[0], s.Ink[1], s.Ink[2])
	c.pdf.SetFillColor(s.Ink[0], s.Ink[1], s.Ink[2])
	c.pdf.SetLineWidth(0.2)
	switch s.Kind {
	case Line:
		c.pdf.Line(s.X, s.Y, s.X+s.W, s.Y+s.H)
	case Frame:
		c.pdf.Rect(s.X, s.Y, s.W, s.H, "D")
	case Fill:
		c.pdf.Rect(s.X, s.Y, s.W, s.H, "F")
	case Circle:
		c.pdf.Ellipse(s.X+s.W/2, s.Y+s.H/2, s.W/2, s.H/2, 0, "D")
	}
}

// Measured is what a device found in one eye.
type Measured struct {
	biometry.Eye
	biometry.Posterior
}

// DrawEye draws what a biometer finds in one eye: healthy, operated on or, every sixth
// time, extreme. It has no keratometric index.
func DrawEye(r *rand.Rand) Measured {
	m := healthy(r)
	m.operated(r)
	if r.IntN(6) == 0 {
		m.stretch(r)
	}
	m.surfaces(r)
	return Measured{m.Eye, m.Posterior}
}
