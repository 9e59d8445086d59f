package browsertest_test

import (
	"fmt"
	"maps"
	"path"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/chromedp/cdproto/network"
)

var languages = []string{"en", "de", "es", "fr", "pt"}

// vocabulary returns the app's texts in a language, by their keys.
func (b *tab) vocabulary(language string) map[string]string {
	b.Helper()
	return eval[map[string]string](b, fmt.Sprintf(`import('/static/any/words/%s.js').then(m => m.default)`, language))
}

// inLanguages runs a test in English and in German: each time in a new tab with the page at path on a desktop's screen, and with the app's texts in
// that language.
func inLanguages(t *testing.T, path string, test func(b *tab, language string, words map[string]string)) {
	t.Helper()
	for _, language := range []string{"en", "de"} {
		t.Run(language, func(t *testing.T) {
			t.Parallel()
			b := open(t, path)
			b.setScreen(desktopLight)
			b.chooseLanguage(language)
			test(b, language, b.vocabulary(language))
		})
	}
}

// chooseLanguage chooses a language in the app and waits until it is shown.
func (b *tab) chooseLanguage(language string) {
	b.Helper()
	b.selectValue("#language", language)
	b.awaitf(`document.documentElement.lang === %s`, js(language))
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
		b.chooseLanguage(language)
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

// germanUser has chosen German before, and notes all names that a tab gets.
const germanUser = `if (location.host) localStorage.setItem('biom.language', '"de"')
window.names = new Set()
new MutationObserver(() => {
	const tab = document.querySelector('#tab-upload')
	if (tab) names.add(tab.textContent)
}).observe(document, {childList: true, subtree: true, characterData: true})`

// Only the chosen language is loaded, and no other is shown before. Another one is loaded when it is chosen, without a reload.
func TestOnlyTheChosenLanguageIsLoaded(t *testing.T) {
	t.Parallel()
	b := open(t, "/", germanUser)
	b.waitVisible("#tab-upload")
	b.wantLoadedWords("de")
	b.chooseLanguage("fr")
	b.wantLoadedWords("de", "fr")
	b.chooseLanguage("de")
	b.wantLoadedWords("de", "fr")
	var want []string
	for _, language := range []string{"de", "fr"} {
		want = append(want, b.vocabulary(language)["tab.upload"])
	}
	if names := eval[[]string](b, `[...names]`); !slices.Equal(names, want) {
		t.Errorf("the tab was called %q, want %q", names, want)
	}
}

// wantLoadedWords checks of which languages the app has loaded the texts, beside those in English.
func (b *tab) wantLoadedWords(want ...string) {
	b.Helper()
	b.mu.Lock()
	defer b.mu.Unlock()
	var loaded []string
	for _, r := range b.requests {
		if folder, file := path.Split(r.Request.URL); strings.HasSuffix(folder, "/words/") {
			loaded = append(loaded, strings.TrimSuffix(file, ".js"))
		}
	}
	if !slices.Equal(loaded, want) {
		b.Errorf("loaded: %q, want %q", loaded, want)
	}
}

// Without the texts of the chosen language the page is English, and keeps the choice for the next time.
func TestPageIsEnglishIfItsLanguageCannotBeLoaded(t *testing.T) {
	t.Parallel()
	b := newTab(t, defaultServer(t), germanUser)
	call(b, network.SetBlockedURLs, network.SetBlockedURLsParams{URLPatterns: []*network.BlockPattern{{URLPattern: "*://*:*/static/*/words/*", Block: true}}})
	b.visit("/")
	b.waitText("#tab-transcribe", "Transcribe")
	b.awaitf(`document.documentElement.lang === 'en'`)
	b.selectValue("#language", "fr")
	b.awaitf(`document.querySelector('#language').value === 'en'`)
	b.reset() // the blocked requests
	call(b, network.SetBlockedURLs, network.SetBlockedURLsParams{})
	b.visit("/#batch")
	b.leaveSite()
	b.visit("/")
	b.awaitf(`document.documentElement.lang === 'de'`)
}

func TestLongEveryLanguageFitsOnANarrowPhone(t *testing.T) {
	t.Parallel()
	b := newTab(t, defaultServer(t))
	b.setScreen(narrow)
	for _, tab := range []string{"upload", "batch", "retrieve", "transcribe", "history"} {
		b.visit("/#" + tab)
		b.waitVisible("#panel-" + tab)
		for _, language := range languages {
			b.chooseLanguage(language)
			b.wantNoOverflow(screen{name: tab + " in " + language, width: narrow.width})
		}
	}
}
