package samples

import (
	"context"
	"errors"
	"fmt"
	"hash/fnv"
	"math/rand/v2"
	"slices"
	"strings"
)

// mixed is how often each medium is made if nobody says.
var mixed = []Medium{TextPDF, OutlinePDF, TextPDF, ImagePDF, PNG, TextPDF, JPG, GIF, TextPDF, BMP}

// languages are those of the phrases.
var languages = []string{"en", "de", "es", "fr", "pt", "it"}

// complete fills in what is not said, and refuses what there is not.
func (o Options) complete() (Options, error) {
	if o.Media == nil {
		o.Media = mixed
	}
	if o.Languages == nil {
		o.Languages = languages
	}
	if o.Devices == nil {
		for _, d := range devices {
			o.Devices = append(o.Devices, d.name)
		}
	}
	for _, m := range o.Media {
		if !slices.Contains(Media, m) {
			return o, fmt.Errorf("samples: no medium %q: there are %v", m, Media)
		}
	}
	for _, l := range o.Languages {
		if !slices.Contains(languages, l) {
			return o, fmt.Errorf("samples: no language %q: there are %v", l, languages)
		}
	}
	for _, name := range o.Devices {
		if find(name) == nil {
			return o, fmt.Errorf("samples: no device %q", name)
		}
	}
	if o.DPI != 0 && (o.DPI < 72 || o.DPI > 600) {
		return o, fmt.Errorf("samples: %d dpi: at least 72 and at most 600", o.DPI)
	}
	if len(o.Media) == 0 || len(o.Languages) == 0 || len(o.Devices) == 0 {
		return o, errors.New("samples: nothing to make: name a medium, a language and a device")
	}
	return o, nil
}

func find(name string) *deviceSpec {
	i := slices.IndexFunc(devices, func(d *deviceSpec) bool { return d.name == name })
	if i < 0 {
		return nil
	}
	return devices[i]
}

// plan is one document to make.
type plan struct {
	seed    uint64
	number  int
	device  *deviceSpec
	layout  int
	lang    string
	medium  Medium
	dpi     int
	thrifty bool                    // made small
	leaning bool                    // photos are taken from an angle
	called  string                  // the file's name without its extension; "" to derive it
	change  func(*rand.Rand, *exam) // of what was drawn; may be nil
}

// plan is document i. Devices take turns; each device goes through its layouts,
// the languages and the media like through packs of cards, so that few
// documents cover all of them.
func (o Options) plan(i int) plan {
	p := plan{seed: o.Seed, number: i + 1, dpi: o.DPI}
	p.device = find(o.Devices[o.card("device", len(o.Devices), i)])
	turn := i / len(o.Devices)
	p.layout = o.card("layout "+p.device.name, len(p.device.layouts), turn)
	p.lang = o.Languages[o.card("language "+p.device.name, len(o.Languages), turn)]
	p.medium = o.Media[o.card("medium "+p.device.name, len(o.Media), turn)]
	return p
}

// card is the i-th card of a pack of n that is shuffled anew each time it is
// used up.
func (o Options) card(pack string, n, i int) int {
	h := fnv.New64a()
	_, _ = h.Write([]byte(pack))
	return rand.New(rand.NewPCG(o.Seed^h.Sum64(), uint64(i/n))).Perm(n)[i%n]
}

func (p plan) name() string {
	if p.called != "" {
		return p.called
	}
	device := strings.ToLower(strings.ReplaceAll(p.device.name, "-", ""))
	return fmt.Sprintf("%s-%s-%s-%04d-%s", device, p.lang, p.device.layouts[p.layout].name, p.number, p.medium)
}

// random is a source of numbers that depends on the plan and what they are for.
func (p plan) random(purpose uint64) *rand.Rand {
	return rand.New(rand.NewPCG(p.seed, uint64(p.number)<<8|purpose))
}

// exam draws what the document shows. only is the eye that it is limited to,
// -1 for none.
func (p plan) exam(only int) *exam {
	r := p.random(0)
	e := drawExam(r, p.device, p.lang)
	if p.change != nil {
		p.change(r, e)
	}
	if only >= 0 {
		if e.eyes[only] == nil {
			only = 1 - only
		}
		e.eyes[1-only] = nil
	}
	if adapt := p.device.layouts[p.layout].adapt; adapt != nil {
		adapt(r, e)
	}
	return e
}

// OneImage reports whether the medium holds one page.
func (m Medium) OneImage() bool { return m != TextPDF && m != OutlinePDF && m != ImagePDF }

// fit finds a layout, and if need be one eye, that the medium has room for.
func (p plan) fit() (plan, *exam, error) {
	if !p.medium.OneImage() {
		return p, p.exam(-1), nil
	}
	first, eye := p.layout, p.random(1).IntN(2)
	for i := range p.device.layouts {
		p.layout = (first + i) % len(p.device.layouts)
		for _, only := range []int{-1, eye} {
			if p.pages(p.exam(only)) == 1 {
				return p, p.exam(only), nil
			}
		}
	}
	return p, nil, errors.New("every layout has more than one page")
}

// put prints the exam in the plan's layout.
func (p plan) put(c *canvas, e *exam) {
	put := p.device.layouts[p.layout].print //nolint:forbidigo // on paper
	put(c, e)
}

// pages counts the pages of a print.
func (p plan) pages(e *exam) int {
	c := newCanvas(fonts[0], true, e.dashes)
	c.blank = true
	p.put(c, e)
	return c.pdf.PageCount()
}

// sample makes the document.
func (p plan) sample(ctx context.Context) (Sample, error) {
	p, e, err := p.fit()
	if err != nil {
		return Sample{}, err
	}
	c := newCanvas(fonts[p.random(2).IntN(len(fonts))], p.medium == OutlinePDF, e.dashes)
	p.put(c, e)
	tags := p.tags()
	data, err := p.render(ctx, c, tags)
	if err != nil {
		return Sample{}, err
	}
	answer := e.expected()
	answer.Tags = tags
	return Sample{Name: p.name() + p.medium.Extension(), Data: data, Expected: answer}, nil
}

func (p plan) tags() map[string]string {
	return map[string]string{"language": p.lang, "medium": string(p.medium), "layout": p.device.layouts[p.layout].name}
}

// Extension returns how the names of the medium's files end.
func (m Medium) Extension() string {
	if m.OneImage() {
		return "." + string(m)
	}
	return ".pdf"
}
