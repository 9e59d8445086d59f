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

// vocabulary returns the app's texts in a language, by their keys.
func (b *tab) vocabulary(language string) map[string]string {
	b.Helper()
	return eval[map[string]string](b, fmt.Sprintf(`import('/static/any/words/%s.js').then(m => m.default)`, language))
}

var parameter = regexp.MustCompile(`\{\w+\}`)

// Every language has the same keys as English, with the same parameters.
func TestVocabulariesAreComplete(t *testing.T) {
	t.Parallel()
	b := open(t, "/")
	english := b.vocabulary("en")
	if len(english) < 100 {
		t.Fatalf("only %d texts in English", len(english))
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
			t.Errorf("%s: %d keys are missing: %q; not in English: %q", language, len(missing), missing, others)
		}
	}
}

func parameters(words string) string {
	all := parameter.FindAllString(words, -1)
	slices.Sort(all)
	return strings.Join(slices.Compact(all), " ")
}

// The page is shown in the chosen language, which is stored, and shows no key in place of
// a text.
func TestLongLanguageIsChosenAndStored(t *testing.T) {
	t.Parallel()
	b := open(t, "/")
	b.chooseFiles("#upload-file", completeReport)
	b.waitVisible("#panel-upload .report")
	keys := keyPattern(b.vocabulary("en"))
	said := map[string]bool{}
	for _, language := range languages {
		b.selectValue("#language", language)
		b.awaitf(`document.documentElement.lang === %s`, js(language))
		words := b.vocabulary(language)
		b.waitText("#tab-transcribe", words["tab.transcribe"])
		all := eval[string](b, `document.body.innerText`)
		if said[all] {
			t.Errorf("the page in %s is the same as in another language", language)
		}
		said[all] = true
		if shown := keys.FindString(all); shown != "" {
			t.Errorf("%s: the page shows the key %s", language, shown)
		}
	}
	b.leaveSite()
	b.visit("/")
	b.awaitf(`document.documentElement.lang === 'pt'`)
}

// keyPattern matches texts that look like a key, existing or not: the app shows the key if
// there is no text for it.
func keyPattern(words map[string]string) *regexp.Regexp {
	modules := map[string]bool{}
	for key := range words {
		module, _, _ := strings.Cut(key, ".")
		modules[module] = true
	}
	return regexp.MustCompile(`\b(?:` + strings.Join(slices.Sorted(maps.Keys(modules)), "|") + `)\.[a-z][\w.-]*`)
}

func TestLongEveryLanguageFitsOnANarrowPhone(t *testing.T) {
	t.Parallel()
	b := newTab(t, defaultServer(t))
	b.setScreen(narrow)
	for _, tab := range []string{"upload", "batch", "retrieve", "transcribe", "history"} {
		b.visit("/#" + tab)
		b.waitVisible("#panel-" + tab)
		for _, language := range languages {
			b.selectValue("#language", language)
			b.wantNoOverflow(screen{name: tab + " in " + language, width: narrow.width})
		}
	}
}
