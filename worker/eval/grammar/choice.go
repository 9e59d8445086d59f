package grammar

import (
	"hash/fnv"
	"math/rand/v2"
	"strings"
)

// Parts says which parts of the grammar documents are drawn with.
type Parts int

// The parts. A quarter of the alternatives is held out, by their names: of the words and of
// the ways to show something. The first alternative of a choice, the commonest, never is.
const (
	Development Parts = iota // without the parts that are held out
	Judgement                // wherever a choice has parts that are held out, these alone
	Whole                    // all
)

// alternative is one way to make a choice. One of weight 0 is not available.
type alternative[T any] struct {
	weight int
	name   string
	value  T
}

// chooser makes the choices of one document.
type chooser struct {
	*rand.Rand

	parts   Parts
	offered map[string]bool // "choice/alternative" that could be drawn → held out
	drawn   map[string]bool // "choice/alternative" that was drawn → held out
}

func newChooser(seed uint64, i, attempt int, parts Parts) *chooser {
	return &chooser{
		Rand:  rand.New(rand.NewPCG(seed, uint64(i)<<16|uint64(attempt)<<8|uint64(parts))),
		parts: parts, offered: map[string]bool{}, drawn: map[string]bool{},
	}
}

// choose draws one of the alternatives of a choice of how a document shows something.
func choose[T any](c *chooser, choice string, all ...alternative[T]) T {
	return draw(c, choice, true, all)
}

// decide draws one of the alternatives of a choice of what a document shows. None of them is
// held out.
func decide[T any](c *chooser, choice string, all ...alternative[T]) T {
	return draw(c, choice, false, all)
}

func draw[T any](c *chooser, choice string, holdsOut bool, all []alternative[T]) T {
	var available, heldOut []alternative[T]
	for i, a := range all {
		if a.weight == 0 {
			continue
		}
		a.name = choice + "/" + a.name
		held := holdsOut && i > 0 && isHeldOut(a.name)
		if held {
			heldOut = append(heldOut, a)
		}
		if !held || c.parts != Development {
			available = append(available, a)
			c.offered[a.name] = held
		}
	}
	if c.parts == Judgement && len(heldOut) > 0 {
		available = heldOut
	}
	a := weighted(c, available)
	c.drawn[a.name] = c.offered[a.name]
	return a.value
}

func weighted[T any](c *chooser, all []alternative[T]) alternative[T] {
	sum := 0
	for _, a := range all {
		sum += a.weight
	}
	n := c.IntN(sum) // panics if a choice has no alternative, which is an error of the grammar
	for _, a := range all {
		if n -= a.weight; n < 0 {
			return a
		}
	}
	panic("unreachable")
}

// isHeldOut reports whether a part that is not the first alternative of its choice is held
// out.
func isHeldOut(part string) bool {
	h := fnv.New32a()
	_, _ = h.Write([]byte(part))
	return h.Sum32()>>8%4 == 0
}

// synonym draws one of several phrases, "a|b|c". The first is drawn more often.
func (c *chooser) synonym(choice, phrases string) string {
	var all []alternative[string]
	for i, s := range strings.Split(phrases, "|") {
		weight := 2
		if i == 0 {
			weight = 3
		}
		all = append(all, alternative[string]{weight, s, s})
	}
	return choose(c, choice, all...)
}

// chance reports whether something happens that happens in one of n documents. In the
// parts it is named by choice: its alternatives are "no" and "yes".
func (c *chooser) chance(choice string, n int) bool {
	return decide(c, choice, alternative[bool]{n - 1, "no", false}, alternative[bool]{1, "yes", true})
}
