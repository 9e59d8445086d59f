package samples

import (
	"sync"

	"github.com/go-fonts/dejavu/dejavusans"
	"github.com/go-fonts/dejavu/dejavusansbold"
	"github.com/go-fonts/dejavu/dejavusanscondensed"
	"github.com/go-fonts/dejavu/dejavusanscondensedbold"
	"github.com/go-fonts/liberation/liberationsansbold"
	"github.com/go-fonts/liberation/liberationsansregular"
)

// family is what a PDF calls its font.
const family = "sample"

// font is a typeface. None has a slashed zero, which no device prints and OCR
// takes for an 8.
type font struct {
	regular, bold []byte
	faces         func() [2]*face
}

func newFont(regular, bold []byte) font {
	return font{regular, bold, sync.OnceValue(func() [2]*face { return [2]*face{mustParse(regular), mustParse(bold)} })}
}

func (f font) face(style string) *face {
	if style == "B" {
		return f.faces()[1]
	}
	return f.faces()[0]
}

var fonts = []font{
	newFont(liberationsansregular.TTF, liberationsansbold.TTF),
	newFont(dejavusanscondensed.TTF, dejavusanscondensedbold.TTF),
	newFont(dejavusans.TTF, dejavusansbold.TTF),
}
