package browsertest_test

import (
	"os"
	"strings"
	"sync"
)

// axe returns the source of axe-core, which checks the rules of WCAG. Scripts that
// the test evaluates are not subject to the page's Content-Security-Policy.
var axe = sync.OnceValues(func() (string, error) {
	text, err := os.ReadFile("../testdata/axe-core/axe.min.js")
	return string(text), err
})

// runAxe excludes the part of the page that swagger-ui draws, which is not ours.
const runAxe = `axe.run({exclude: ['.swagger-ui']}, {
	runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'], resultTypes: ['violations'],
}).then(({violations, passes}) => ({
	rules: passes.length + violations.length,
	violations: violations.map(v => v.id + ': ' + v.nodes.slice(0, 4).map(n => n.target.join(' ') + ': ' + n.failureSummary).join('; ')),
}))`

// wantAccessible reports each violation of a rule as an error. where says on which
// page and screen.
func (b *tab) wantAccessible(where string) {
	b.Helper()
	for _, v := range b.violations() {
		b.Errorf("%s: %s", where, strings.ReplaceAll(v, "\n", " "))
	}
}

// violations returns the rules that the page violates, and the elements.
func (b *tab) violations() []string {
	b.Helper()
	text, err := axe()
	b.must(err)
	if !eval[bool](b, `!!window.axe`) {
		b.eval(text + "; 0")
	}
	found := eval[struct {
		Rules      int
		Violations []string
	}](b, runAxe)
	if found.Rules < 10 {
		b.Errorf("only %d rules applied to the page", found.Rules)
	}
	return found.Violations
}
