package browsertest_test

import (
	"os"
	"strings"
	"sync"
)

// axe is the library that knows the rules of WCAG. Evaluated from outside, it
// is not under the page's policy.
var axe = sync.OnceValues(func() (string, error) {
	text, err := os.ReadFile("../testdata/axe-core/axe.min.js")
	return string(text), err
})

// What swagger-ui draws is not ours to mend.
const runAxe = `axe.run({exclude: ['.swagger-ui']}, {
	runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'], resultTypes: ['violations'],
}).then(({violations, passes}) => ({
	rules: passes.length + violations.length,
	violations: violations.map(v => v.id + ': ' + v.nodes.slice(0, 4).map(n => n.target.join(' ') + ': ' + n.failureSummary).join('; ')),
}))`

// isAccessible wants no violation of any rule.
func (b *tab) isAccessible(where string) {
	b.Helper()
	for _, v := range b.violations() {
		b.Errorf("%s: %s", where, strings.ReplaceAll(v, "\n", " "))
	}
}

// violations are the rules that the page violates, and where.
func (b *tab) violations() []string {
	b.Helper()
	text, err := axe()
	b.must(err)
	if !look[bool](b, `!!window.axe`) {
		b.look(text + "; 0")
	}
	found := look[struct {
		Rules      int
		Violations []string
	}](b, runAxe)
	if found.Rules < 10 {
		b.Errorf("only %d rules had something to look at", found.Rules)
	}
	return found.Violations
}
