package reader

import "strings"

// blurredPhrases is the long phrases by length.
var blurredPhrases = func() map[int][]string {
	out := map[int][]string{}
	for phrase := range phrases {
		if len(phrase) >= blurOne {
			out[len(phrase)] = append(out[len(phrase)], phrase)
		}
	}
	return out
}()

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
	for size := len(s) - allowed - 1; size <= len(s)+allowed+1; size++ {
		for _, phrase := range blurredPhrases[size] {
			d := distanceUpTo(s, phrase, allowed+1)
			if d > allowed+1 {
				continue
			}
			found := phrases[phrase]
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
