package reader

import (
	"math/bits"
	"strings"
)

// blurredPhrases is the long phrases by length.
var blurredPhrases = func() map[int][]blurredPhrase {
	out := map[int][]blurredPhrase{}
	for phrase := range phrases {
		if len(phrase) >= blurOne {
			out[len(phrase)] = append(out[len(phrase)], blurredPhrase{phrase, lettersIn(phrase)})
		}
	}
	return out
}()

// blurredPhrase is a phrase of the table of labels with its letters.
type blurredPhrase struct {
	text    string
	letters uint64
}

// lettersIn has a bit for each letter and digit of a folded text.
func lettersIn(folded string) (set uint64) {
	for i := range len(folded) {
		set |= 1 << (folded[i] % 64)
	}
	return set
}

// matchBlurred is match for words in which OCR has misread a letter. Only long
// phrases count, and only if no phrase of another meaning is about as near.
func matchBlurred(tokens []token) (n int, e entry) {
	var key strings.Builder
	for i, t := range tokens {
		if i > 0 && !near(tokens[i-1], t) || !phrasePart(t, i) || t.kind == number {
			break
		}
		part := foldToken(tokens, i)
		key.WriteString(part)
		if key.Len() > longestPhrase+1 {
			break
		}
		if part == "" || key.Len() < blurOne {
			continue
		}
		if found, ok := nearest(key.String()); ok {
			n, e = i+1, found
		}
	}
	return withBracket(tokens, n), e
}

// nearest returns the phrase that s was, if that can be told.
func nearest(s string) (entry, bool) {
	allowed := 1
	if len(s) >= blurTwo {
		allowed = 2
	}
	var best entry
	distance, second := allowed+1, allowed+2 // second: of another meaning
	letters := lettersIn(s)
	for size := len(s) - allowed - 1; size <= len(s)+allowed+1; size++ {
		for _, phrase := range blurredPhrases[size] {
			// One edit changes two letters at most, one of each text: most phrases need no further look.
			if bits.OnesCount64(letters^phrase.letters) > 2*(allowed+1) {
				continue
			}
			d := distanceUpTo(s, phrase.text, allowed+1)
			if d > allowed+1 {
				continue
			}
			found := phrases[phrase.text]
			switch {
			case best.label == nil || d < distance:
				if best.label != nil && best.label != found.label {
					second = distance
				}
				best, distance = found, d
			case found.label != best.label && d < second:
				second = d
			}
		}
	}
	return best, best.label != nil && distance <= allowed && second > distance+1
}
