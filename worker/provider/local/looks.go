package local

import (
	"image"
	"slices"
	"sync"
	"time"

	"biom/worker/document/layout"
	"biom/worker/reader"
)

// look is what one way of reading the document found: its text layer, a pass over whole
// pages, or a pass over single numbers.
type look struct {
	name  string // textLayer, or that of the pass
	found reader.Findings
	words []layout.Page // nil: of single numbers
}

// textLayer is the name of the look at the text layer.
const textLayer = "text layer"

// beside is the name of the look that compares single places in the words of the others: see [reader.SeenBeside].
const beside = "words beside"

// findings returns what the looks found. A text layer without values is no look at the same
// document: it may be a letterhead over a scan.
func (p *prepared) findings() (out []reader.Findings) {
	for _, l := range p.looks {
		if l.name != textLayer || !l.found.Empty() {
			out = append(out, l.found)
		}
	}
	return out
}

// agreed returns what the looks agree on.
func (p *prepared) agreed() reader.Findings { return reader.Agree(p.findings()...) }

// compare shares the words of the passes, and then compares what one of them saw alone with the words of the others.
func (p *prepared) compare() {
	p.looks = slices.DeleteFunc(p.looks, func(l look) bool { return l.name == beside })
	p.shareWords()
	found, words := make([]reader.Findings, len(p.looks)), make([][]layout.Page, len(p.looks))
	for i, l := range p.looks {
		found[i], words[i] = l.found, l.words
	}
	p.looks = append(p.looks, look{name: beside, found: reader.SeenBeside(found, words)})
}

// shareWords reads the words of the passes anew, with the headings of the eyes that each has missed and others saw, and then with
// the other words, which fill in what is missing.
func (p *prepared) shareWords() {
	passes, words := p.passes()
	headed := reader.ShareHeadings(p.signs, words...)
	shared := reader.ShareHeadings(p.signs, reader.ShareWords(words...)...)
	var group sync.WaitGroup
	for k, i := range passes {
		group.Go(func() {
			l := &p.looks[i]
			if !sameWords(headed[k], words[k]) {
				l.found = reader.Find(headed[k])
			}
			if !sameWords(shared[k], headed[k]) {
				l.found = l.found.CompletedBy(reader.Find(shared[k]))
			}
		})
	}
	group.Wait()
}

// passes returns which looks are passes over whole pages, and the words of each.
func (p *prepared) passes() (at []int, words [][]layout.Page) {
	for i, l := range p.looks {
		if l.name != textLayer && l.words != nil {
			at, words = append(at, i), append(words, l.words)
		}
	}
	return at, words
}

// sameWords: the pages have the same words.
func sameWords(a, b []layout.Page) bool {
	return slices.EqualFunc(a, b, func(a, b layout.Page) bool { return slices.Equal(a.Words, b.Words) })
}

// words returns the words that each look at whole pages saw.
func (p *prepared) words() (out [][]layout.Page) {
	for _, l := range p.looks {
		if l.words != nil {
			out = append(out, l.words)
		}
	}
	return out
}

// cost is what a pass has taken.
type cost struct {
	calls  int           // of tesseract
	time   time.Duration // of a processor
	pixels int
}

// count adds a call of tesseract to the costs of a pass.
func (p *prepared) count(o pass, took time.Duration, size image.Rectangle) {
	p.mu.Lock()
	defer p.mu.Unlock()
	c := p.costs[o.name]
	p.costs[o.name] = cost{c.calls + 1, c.time + took, c.pixels + size.Dx()*size.Dy()}
}

// Reading is what one way of reading a document took and what it gave.
type Reading struct {
	Name       string // "text layer", or that of a pass of OCR
	Calls      int    // of tesseract
	Time       time.Duration
	Megapixels float64
	Added      []string // paths of the values that would be missing without it
	Prevented  []string // paths of the values that would be given without it, and are withheld
}

// profile returns the ways in which the document was read, in their order.
func (p *prepared) profile() (out []Reading) {
	all := p.agreed().Report()
	for _, l := range p.looks {
		if slices.ContainsFunc(out, func(r Reading) bool { return r.Name == l.name }) {
			continue
		}
		without := &prepared{looks: slices.DeleteFunc(slices.Clone(p.looks), func(o look) bool { return o.name == l.name })}
		rest := without.agreed().Report()
		c := p.costs[l.name]
		out = append(out, Reading{
			Name: l.name, Calls: c.calls, Time: c.time, Megapixels: float64(c.pixels) / 1e6,
			Added: missing(rest, all), Prevented: missing(all, rest),
		})
	}
	return out
}

// missing returns the paths of the values of the other report that r lacks.
func missing(r, other reader.Report) (out []string) {
	for _, s := range other.Sources {
		if !slices.ContainsFunc(r.Sources, func(own reader.Source) bool { return own.Path == s.Path }) {
			out = append(out, s.Path)
		}
	}
	return out
}
