package browsertest_test

import (
	"fmt"
	"maps"
	"regexp"
	"slices"
	"strings"
	"testing"
)

var languages = []string{"en", "de", "es", "fr", "pt"}

// vocabulary is what the app can say in a language: key → words.
func (b *tab) vocabulary(language string) map[string]string {
	b.Helper()
	return look[map[string]string](b, fmt.Sprintf(`import('/static/any/words/%s.js').then(m => m.default)`, language))
}

var parameter = regexp.MustCompile(`\{\w+\}`)

// Every language says everything, with the same parameters.
func TestVocabularies(t *testing.T) {
	t.Parallel()
	b := open(t, "/")
	english := b.vocabulary("en")
	if len(english) < 100 {
		t.Fatalf("%d words in English", len(english))
	}
	for _, language := range languages[1:] {
		words := b.vocabulary(language)
		var missing, others []string
		for key, said := range english {
			switch other := words[key]; {
			case other == "":
				missing = append(missing, key)
			case parameters(other) != parameters(said):
				t.Errorf("%s: %s says %q, in English %q", language, key, other, said)
			}
		}
		for key := range words {
			if english[key] == "" {
				others = append(others, key)
			}
		}
		if len(missing)+len(others) > 0 {
			t.Errorf("%s: %d are missing: %q; not in English: %q", language, len(missing), missing, others)
		}
	}
}

func parameters(words string) string {
	all := parameter.FindAllString(words, -1)
	slices.Sort(all)
	return strings.Join(slices.Compact(all), " ")
}

// Whoever chooses a language has the page in it, and again next time; nobody
// sees a key.
func TestLanguages(t *testing.T) {
	t.Parallel()
	b := open(t, "/")
	b.choose("#upload-file", english)
	b.sees("#panel-upload .report")
	keys := shapeOfKeys(b.vocabulary("en"))
	said := map[string]bool{}
	for _, language := range languages {
		b.pick("#language", language)
		b.awaitf(`document.documentElement.lang === %s`, js(language))
		words := b.vocabulary(language)
		b.reads("#tab-transcribe", words["tab.transcribe"])
		all := look[string](b, `document.body.innerText`)
		if said[all] {
			t.Errorf("%s says what another language says", language)
		}
		said[all] = true
		if shown := keys.FindString(all); shown != "" {
			t.Errorf("%s: the page shows the key %s", language, shown)
		}
	}
	b.away()
	b.visit("/")
	b.awaitf(`document.documentElement.lang === 'pt'`)
}

// shapeOfKeys finds what looks like a key, there or not: t shows the key of
// what nobody has words for.
func shapeOfKeys(words map[string]string) *regexp.Regexp {
	modules := map[string]bool{}
	for key := range words {
		module, _, _ := strings.Cut(key, ".")
		modules[module] = true
	}
	return regexp.MustCompile(`\b(?:` + strings.Join(slices.Sorted(maps.Keys(modules)), "|") + `)\.[a-z][\w.-]*`)
}

// Every language finds room on the narrowest phone.
func TestLanguagesFit(t *testing.T) {
	t.Parallel()
	b := newTab(t, everybodys(t))
	narrow := sights[len(sights)-1]
	b.from(narrow)
	for _, tab := range []string{"upload", "batch", "retrieve", "transcribe", "history"} {
		b.visit("/#" + tab)
		b.sees("#panel-" + tab)
		for _, language := range languages {
			b.pick("#language", language)
			b.isNoWider(sight{name: tab + " in " + language, width: narrow.width})
		}
	}
}
