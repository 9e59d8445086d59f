package damage

import (
	"hash/fnv"
	"math/rand/v2"
	"slices"

	"biom/worker/document/layout"
)

// Document is the words of a document and what it says.
type Document struct {
	Name  string
	Pages []layout.Page
	Truth Truth
}

// clone returns a copy that shares nothing with d.
func (d *Document) clone() Document {
	c := Document{Name: d.Name, Pages: slices.Clone(d.Pages), Truth: d.Truth.clone()}
	for i := range c.Pages {
		c.Pages[i].Words = slices.Clone(c.Pages[i].Words)
	}
	return c
}

// Damage is one kind of damage.
type Damage struct {
	Name string
	// apply damages d, which is a copy. other is the document of another patient. It
	// reports whether the damage is possible: a document of one page has no order of pages.
	apply func(r *rand.Rand, d *Document, other Document) bool
}

// Damages returns every kind of damage, and first that which damages nothing.
func Damages() []Damage {
	return slices.Concat([]Damage{none}, headingDamages, letterDamages, strangerDamages, geometryDamages, wordDamages)
}

// none damages nothing. Its row of the table is what the others are compared with.
var none = Damage{"none", func(*rand.Rand, *Document, Document) bool { return true }}

// Apply returns a damaged copy of d. It reports false if this kind of damage is not
// possible on d. other is the document of another patient, of which pages are used. The
// same name, kind and seed always give the same result.
func (k Damage) Apply(seed uint64, d, other Document) (Document, bool) {
	h := fnv.New64a()
	_, _ = h.Write([]byte(k.Name + "\x00" + d.Name))
	d = d.clone()
	ok := k.apply(rand.New(rand.NewPCG(seed, h.Sum64())), &d, other.clone())
	return d, ok
}
