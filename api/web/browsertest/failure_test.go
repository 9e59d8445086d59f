package browsertest_test

import (
	"fmt"
	"net/http"
	"regexp"
	"slices"
	"testing"

	"biom/shared/biometry"
)

// refusals returns what an error of the API may have, as /openapi.json says: the statuses, the reasons and the
// buckets of the quota.
func (b *tab) refusals() (statuses, reasons, buckets []string) {
	b.Helper()
	all := eval[struct {
		Statuses, Buckets []string
		Reason            string
	}](b, `fetch('/openapi.json').then(r => r.json()).then(({paths, components}) => ({
		statuses: [...new Set(Object.values(paths).flatMap(Object.values).flatMap(o => Object.keys(o.responses ?? {})))].filter(s => s >= '400'),
		buckets: components.schemas.ErrorDetails.properties.bucket.enum,
		reason: components.schemas.ErrorDetails.properties.reason.description,
	}))`)
	for _, m := range regexp.MustCompile("`([a-z_]+)`").FindAllStringSubmatch(all.Reason, -1) {
		reasons = append(reasons, m[1])
	}
	return all.Statuses, reasons, all.Buckets
}

// Whatever the service refuses, the app says it in its user's language: each status, each reason and each quota has
// words of its own, and so has each rule that a value may break.
func TestEveryRefusalHasWordsInEveryLanguage(t *testing.T) {
	t.Parallel()
	b := open(t, "/")
	statuses, reasons, buckets := b.refusals()
	if len(statuses) < 10 || len(reasons) < 14 || len(buckets) < 7 {
		t.Fatalf("only %q, %q, %q", statuses, reasons, buckets)
	}
	var failures []string
	for _, s := range statuses {
		failures = append(failures, fmt.Sprintf("{status: %s}", s))
	}
	for _, r := range reasons {
		failures = append(failures, fmt.Sprintf("{status: 599, details: {reason: %q}}", r))
	}
	for _, name := range buckets {
		failures = append(failures, fmt.Sprintf("{status: 429, details: {bucket: %q}}", name))
	}
	vocabularies := map[string]map[string]string{}
	for _, language := range languages {
		vocabularies[language] = b.vocabulary(language)
	}
	for _, f := range failures {
		kind := eval[string](b, `import('/static/any/app/failure.js').then(m => String(m.kindOf(`+f+`)))`)
		for language, words := range vocabularies {
			if kind == "unknown" || words["failure."+kind+".what"] == "" || words["failure."+kind+".do"] == "" {
				t.Errorf("%s: no words in %s (%s)", f, language, kind)
			}
		}
	}
	for rule := range biometry.Rules() {
		for _, path := range faultyPaths(rule) {
			b.wantFaultInWords(path, rule)
		}
	}
}

// faultyPaths returns values that may break a rule.
func faultyPaths(rule biometry.Rule) []string {
	switch rule {
	case biometry.RuleBareAxis, biometry.RuleTogether, biometry.RuleSteeper, biometry.RulePerpendicular:
		return []string{"data.right_eye.K2_axis", "extra_data.posterior_keratometry.left_eye.PK2_magnitude"}
	case biometry.RuleVersion, biometry.RuleUnsupportedVersion:
		return []string{"metadata.schema_version"}
	}
	return []string{"data.left_eye.AL", "data.right_eye.CCT", "data.right_eye.lens_status", "data.patient.name", "data.exam_date", "data.biometer.device_name", "metadata", ""}
}

// wantFaultInWords checks that a fault is said in each language with words of that language.
func (b *tab) wantFaultInWords(path string, rule biometry.Rule) {
	b.Helper()
	said := eval[[]string](b, fmt.Sprintf(`Promise.all([import('/static/any/app/fault.js'), import('/static/any/app/words.js')]).then(async ([{faultText}, {choose}]) => {
		const said = []
		for (const language of %s) {
			await choose(language)
			said.push(faultText({path: %s, rule: %s}))
		}
		return said
	})`, js(languages), js(path), js(string(rule))))
	for i, words := range said {
		if words == "" || regexp.MustCompile(`fault\.|rule\.|undefined|\{`).MatchString(words) || slices.Index(said, words) != i {
			b.Errorf("%s of %s in %s: %q", rule, path, languages[i], words)
		}
	}
}

// Faults name the value, its eye, and what is allowed, in the user's language. What the service said is folded away.
func TestFaultsAreShownInTheUsersLanguage(t *testing.T) {
	t.Parallel()
	b := open(t, "/")
	b.chooseLanguage("de")
	words := b.vocabulary("de")
	b.expectStatus(http.StatusUnprocessableEntity, processPath)
	b.chooseFiles("#upload-file", writeJSON(t, "wrong.json", entry(map[string]any{"AL": 99, "K1_axis": 5}, map[string]any{"CCT": 500.5}, map[string]any{}, nil)))
	b.waitText("#panel-upload .failure [role=alert]", words["field.AL"]+", "+words["field.right_eye"]+": Zulässig: 14 bis 40 mm.")
	b.waitText("#panel-upload .failure [role=alert]", words["field.CCT"]+", "+words["field.left_eye"])
	b.waitText("#panel-upload .failure [role=alert]", words["field.K1_magnitude"])
	if said := b.text("#panel-upload .failure [role=alert]"); regexp.MustCompile(`must|missing|data\.`).MatchString(said) {
		t.Errorf("English in a German page: %s", said)
	}
	b.click("#panel-upload .failure .support summary")
	b.waitText("#panel-upload .failure .support", "must be")
	b.wantAccessible("faults")
}
