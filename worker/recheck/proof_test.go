package recheck_test

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"maps"
	"math/rand/v2"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"biom/shared/biometry"
	"biom/worker"
	"biom/worker/eval/grammar"
	"biom/worker/eval/samples"
	"biom/worker/provider"
	"biom/worker/provider/local"
	"biom/worker/reader"
	"biom/worker/recheck"
)

// documents has TestLongProof and TestLongProofOCR measure so many samples and random layouts of each medium
// (make proof).
var documents = flag.Int("proof-documents", 0, "TestLongProof and TestLongProofOCR read so many samples and random layouts of each medium")

// sheet is one document with what is known of it, its text layer or what OCR saw, and the right
// answer.
type sheet struct {
	name  string
	known recheck.Config
	right map[string]any
}

// The generators of documents.
const (
	ofSamples = "samples"
	ofLayouts = "layouts" // random ones
)

// sheets makes n documents, and reads their text layers, or the documents of other media by OCR.
func sheets(t *testing.T, generator string, seed uint64, n int, medium samples.Medium) (out []sheet) {
	t.Helper()
	known, media := knownBy(t, medium), []samples.Medium{medium}
	add := func(s samples.Sample) error {
		cfg, err := known(s.Data)
		out = append(out, sheet{s.Name, cfg, object(t, s.Expected.JSON())})
		return err
	}
	var err error
	if generator == ofLayouts {
		set := grammar.Set{Seed: seed, Count: n, Media: media}
		err = set.Each(t.Context(), func(_ grammar.Document, s samples.Sample) error { return add(s) })
	} else {
		err = samples.Each(t.Context(), samples.Options{Seed: seed, Count: n, Media: media}, add)
	}
	if err != nil {
		t.Fatal(err)
	}
	return out
}

// knownBy returns a function that finds out what recheck can know of a document of a medium.
func knownBy(t *testing.T, medium samples.Medium) func(data []byte) (recheck.Config, error) {
	t.Helper()
	if medium == samples.TextPDF {
		read := layer(t)
		return func(data []byte) (recheck.Config, error) {
			text, err := read.Text(t.Context(), provider.Document{Kind: provider.PDF, Data: data})
			if err == nil && text.Pages == nil {
				err = errors.New("no text layer")
			}
			return recheck.Config{Source: source(text)}, err
		}
	}
	ocr, kind := openOCR(t), map[bool]provider.Kind{true: provider.JPG, false: provider.PDF}[medium == samples.JPG]
	return func(data []byte) (recheck.Config, error) {
		w, err := ocr.Witness(t.Context(), provider.Document{Kind: kind, Data: data})
		return recheck.Config{OCR: saw{w}}, err
	}
}

// openOCR returns biom's own reader. A missing program fails the test.
func openOCR(t *testing.T) *local.Extractor {
	t.Helper()
	e, err := local.New(local.Config{WorkDir: t.TempDir() + "/ocr", OCRTime: 2 * time.Minute}) // the machine may be slow
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { e.Close() })
	if missing := e.Missing(); len(missing) > 0 {
		t.Fatalf("programs are missing: apt-get install -y %s", strings.Join(missing, " "))
	}
	return e
}

// saw is an OCR that saw the same in every document.
type saw struct{ witness *reader.Witness }

func (s saw) Close() error { return nil }
func (s saw) Witness(context.Context, provider.Document) (*reader.Witness, error) {
	return s.witness, nil
}

// misbehaviour returns an answer with errors, made from the right answer. It may
// return other errors each time it is called.
type misbehaviour func(r *rand.Rand, right map[string]any) map[string]any

// tally counts what happened to the numbers of all documents.
type tally struct {
	values int // numbers in the right answers
	wrong  int // wrong numbers in the first answers
	passed int // wrong numbers in the results
	lost   int // right numbers that are withheld without need
	tied   int // right numbers that are withheld with a wrong one of the same pair
	none   int // documents without a result
	calls  int // calls of the model
}

// TestProof measures, on one document of each device, how many errors of a model
// pass with and without recheck: when the model repeats its errors, makes others or
// is right at the second reading.
func TestProof(t *testing.T) {
	t.Parallel()
	prove(t, 9, []string{ofSamples}, samples.TextPDF)
}

// TestProofOCR measures the same on a scan and on a photo, which OCR reads.
func TestProofOCR(t *testing.T) {
	t.Parallel()
	prove(t, 1, []string{ofSamples}, samples.ImagePDF, samples.JPG)
}

// TestLongProof measures the same on more documents. The results for random layouts are
// logged and not judged.
func TestLongProof(t *testing.T) {
	t.Parallel()
	if *documents > 0 {
		prove(t, *documents, []string{ofSamples, ofLayouts}, samples.TextPDF)
		return
	}
	prove(t, 30, []string{ofSamples}, samples.TextPDF)
}

// TestLongProofOCR measures the same on more scans and photos.
func TestLongProofOCR(t *testing.T) {
	t.Parallel()
	prove(t, cmp.Or(*documents, 3), []string{ofSamples, ofLayouts}, samples.ImagePDF, samples.JPG)
}

func prove(t *testing.T, n int, generators []string, media ...samples.Medium) {
	t.Helper()
	t.Logf("%-14s %-42s %7s %6s | %8s | %8s %7s %5s %5s %5s %6s", "of", "the model", "values", "wrong", "passed", "passed", "caught", "lost", "tied", "none", "calls")
	t.Logf("%-14s %-42s %7s %6s | %8s | %8s", "", "", "", "", "without", "with")
	for _, generator := range generators {
		for _, medium := range media {
			all := sheets(t, generator, 5, n, medium)
			for _, p := range proofs {
				p.measure(t, generator, medium, all)
			}
		}
	}
}

// proof is what a model does, and what must come of it.
type proof struct {
	name   string
	spoil  misbehaviour
	second string  // what the model does at the second reading
	text   float64 // percent of the errors that must not pass, in PDFs with text
	ocr    float64 // and in scans and photos
}

var proofs = []proof{
	{"is right", honest, "repeats", 0, 0},
	{"alters a digit in 5%", digits(0.05), "repeats", 95, 90},
	{"alters a digit in 5%", digits(0.05), "errs anew", 95, 90},
	{"alters a digit in 5%", digits(0.05), "is right", 95, 90},
	{"alters a digit in 30%", digits(0.30), "repeats", 95, 90},
	{"alters any digit in 5%", anyDigits(0.05), "repeats", 95, 90},
	{"alters any digit in 5%", anyDigits(0.05), "errs anew", 95, 90},
	{"exchanges the eyes", exchange, "repeats", 100, 100},
	{"exchanges the eyes", exchange, "is right", 100, 100},
	{"exchanges one value of the eyes", exchangeOne, "repeats", 100, 90},
	{"gives one eye the other's values", copied, "repeats", 95, 90},       // the keratometric index is the device's, so it may stay
	{"invents what is not printed, 20%", invent(0.20), "repeats", 95, 25}, // whether OCR left out the number is not always known
	{"invents what is not printed, 20%", invent(0.20), "is right", 95, 25},
}

// measure logs what comes of the model's errors, and judges it for samples. In PDFs with text no
// right value may be lost, in others one in a hundred.
func (p proof) measure(t *testing.T, generator string, medium samples.Medium, all []sheet) {
	t.Helper()
	without, with := try(t, all, p.spoil, p.second, false), try(t, all, p.spoil, p.second, true)
	caught := 100.0
	if without.passed > 0 {
		caught = 100 * (1 - float64(with.passed)/float64(without.passed))
	}
	t.Logf("%-14s %-42s %7d %6d | %8d | %8d %6.1f%% %5d %5d %5d %6.2f", generator+" "+string(medium), p.name+", "+p.second, without.values, without.wrong,
		without.passed, with.passed, caught, with.lost, with.tied, with.none, float64(with.calls)/float64(len(all)))
	want, mayLose := p.text, 0
	if medium != samples.TextPDF {
		want, mayLose = p.ocr, without.values/100
	}
	if generator == ofSamples && (caught < want || with.lost > mayLose) {
		t.Errorf("%s, %s: %.1f%% caught, %d right values lost", p.name, p.second, caught, with.lost)
	}
}

// try has all documents read by a model that misbehaves. second says what the
// model does at the second reading; without recheck there is none.
func try(t *testing.T, all []sheet, spoil misbehaviour, second string, withRecheck bool) (sum tally) {
	t.Helper()
	for i, s := range all {
		r := rand.New(rand.NewPCG(uint64(i), 7))
		first := spoil(r, s.right)
		m := &model{answer: func(_ context.Context, call int, _ []biometry.Fault) (string, error) {
			answer := first
			switch {
			case call > 1 && second == "is right":
				answer = s.right
			case call > 1 && second == "errs anew":
				answer = spoil(r, s.right)
			}
			return written(t, answer), nil
		}}
		var e provider.Extractor = m
		if withRecheck {
			e = wrap(t, m, s.known)
		}
		result, err := worker.Read(t.Context(), prepare(t, e, provider.Document{}, provider.Options{}), nil)
		sum.calls += m.calls
		right := numbers(s.right)
		sum.values += len(right)
		sum.wrong += len(differing(numbers(first), right))
		if err != nil {
			sum.none++
			if reason := worker.ProblemOf(err).Details["reason"]; reason != "invalid_output" && hasNumbers(first) {
				t.Errorf("%s: %v", s.name, err)
			}
			continue
		}
		got := numbers(object(t, []byte(written(t, map[string]any{"data": result.Report, "extra_data": result.Extra}))))
		wrong := differing(got, right)
		sum.passed += len(wrong)
		if withRecheck && len(wrong) > 0 {
			t.Logf("%s: passed %v", s.name, wrong)
		}
		sum.count(t, s.name, got, numbers(first), right)
	}
	return sum
}

// hasNumbers reports whether an answer has a number of an eye. The model that copies the right eye of
// a report of the left one gives none.
func hasNumbers(answer map[string]any) bool {
	for path := range numbers(answer) {
		if strings.HasPrefix(path, "data.") {
			return true
		}
	}
	return false
}

// count counts the right numbers of the first answer that the result lacks. Those
// that the pair rules tie to a wrong number had to be withheld.
func (sum *tally) count(t *testing.T, name string, got, first, right map[string]string) {
	t.Helper()
	for path, v := range right {
		if got[path] != "" || first[path] != v {
			continue
		}
		pair := pairOf(path)
		if slices.ContainsFunc(differing(first, right), func(p string) bool { return pair != "" && pairOf(p) == pair }) {
			sum.tied++
			continue
		}
		sum.lost++
		t.Logf("%s: lost %s %s", name, path, v)
	}
}

// pairOf returns the common part of the paths of both meridians, such as
// "data.right_eye.K"; "" if the path belongs to no pair.
func pairOf(path string) string {
	eye, field, _ := cutLast(path, ".")
	meridian, _, ok := strings.Cut(field, "_")
	if kind := strings.TrimRight(meridian, "12"); ok && kind != meridian {
		return eye + "." + kind
	}
	return ""
}

func cutLast(s, sep string) (before, after string, ok bool) {
	i := strings.LastIndex(s, sep)
	return s[:i], s[i+len(sep):], true
}

// differing returns the paths at which a has another value than b, or b none.
func differing(a, b map[string]string) (paths []string) {
	for _, path := range slices.Sorted(maps.Keys(a)) {
		if a[path] != b[path] {
			paths = append(paths, path)
		}
	}
	return paths
}

// numbers returns the numbers of both eyes in an answer. path → number
func numbers(answer map[string]any) map[string]string {
	out := map[string]string{}
	for _, eye := range []string{"data.right_eye", "data.left_eye", "extra_data.posterior_keratometry.right_eye", "extra_data.posterior_keratometry.left_eye"} {
		members, _ := at(answer, eye).(map[string]any)
		for name, v := range members {
			if n, ok := v.(float64); ok {
				out[eye+"."+name] = strconv.FormatFloat(n, 'f', -1, 64)
			}
		}
	}
	return out
}

func honest(_ *rand.Rand, right map[string]any) map[string]any { return right }

// digits alters one digit in a share of the numbers, and keeps the answer valid:
// errors that validation finds need no recheck.
func digits(share float64) misbehaviour {
	return func(r *rand.Rand, right map[string]any) map[string]any {
		out := clone(right)
		for path, v := range each(numbers(right)) {
			if r.Float64() < share {
				alter(r, out, path, v)
			}
		}
		return out
	}
}

// anyDigits alters one digit in a share of the numbers, even if the answer is
// invalid then.
func anyDigits(share float64) misbehaviour {
	return func(r *rand.Rand, right map[string]any) map[string]any {
		out := clone(right)
		for path, v := range each(numbers(right)) {
			if r.Float64() >= share {
				continue
			}
			for i := r.IntN(len(v)); ; i = r.IntN(len(v)) {
				digit := byte('0' + r.IntN(10))
				if v[i] == '.' || v[i] == digit {
					continue
				}
				set(out, path, v[:i]+string(digit)+v[i+1:])
				break
			}
		}
		return out
	}
}

// each iterates over a map in the order of its keys.
func each(m map[string]string) func(func(string, string) bool) {
	return func(yield func(string, string) bool) {
		for _, k := range slices.Sorted(maps.Keys(m)) {
			if !yield(k, m[k]) {
				return
			}
		}
	}
}

// alter replaces one digit of a number. It tries other digits and places until the
// answer is valid.
func alter(r *rand.Rand, answer map[string]any, path, v string) {
	for range 100 {
		i := r.IntN(len(v))
		digit := byte('0' + r.IntN(10))
		if v[i] == '.' || v[i] == digit {
			continue
		}
		if set(answer, path, v[:i]+string(digit)+v[i+1:]); valid(answer) {
			return
		}
		set(answer, path, v)
	}
}

func exchange(_ *rand.Rand, right map[string]any) map[string]any {
	out := clone(right)
	for _, path := range []string{"data", "extra_data.posterior_keratometry"} {
		if eyes, ok := at(out, path).(map[string]any); ok {
			eyes["right_eye"], eyes["left_eye"] = eyes["left_eye"], eyes["right_eye"]
		}
	}
	return out
}

// exchangeOne exchanges the axial lengths of the eyes, which no rule ties to other
// values.
func exchangeOne(_ *rand.Rand, right map[string]any) map[string]any {
	out := clone(right)
	a, b := at(out, "data.right_eye").(map[string]any), at(out, "data.left_eye").(map[string]any)
	a["AL"], b["AL"] = b["AL"], a["AL"]
	return out
}

// copied gives the left eye the values of the right one.
func copied(_ *rand.Rand, right map[string]any) map[string]any {
	out := clone(right)
	out["data"].(map[string]any)["left_eye"] = at(clone(right), "data.right_eye")
	return out
}

// invent puts likely numbers in the place of a share of the null values.
func invent(share float64) misbehaviour {
	return func(r *rand.Rand, right map[string]any) map[string]any {
		out := clone(right)
		for _, eye := range []string{"data.right_eye.", "data.left_eye."} {
			for _, f := range biometry.EyeFields() {
				likely := map[string]string{
					"AL": fmt.Sprintf("2%d.%02d", 1+r.IntN(6), r.IntN(100)), "ACD": fmt.Sprintf("%d.%02d", 2+r.IntN(2), r.IntN(100)),
					"LT": fmt.Sprintf("%d.%02d", 3+r.IntN(2), r.IntN(100)), "CCT": strconv.Itoa(480 + r.IntN(120)), "WTW": fmt.Sprintf("1%d.%02d", 1+r.IntN(2), r.IntN(100)),
				}[f.Name]
				if at(out, eye+f.Name) == nil && likely != "" && r.Float64() < share {
					set(out, eye+f.Name, likely)
				}
			}
		}
		return out
	}
}

func clone(v map[string]any) (out map[string]any) {
	doc, err := json.Marshal(v)
	if err == nil {
		err = json.Unmarshal(doc, &out)
	}
	if err != nil {
		panic(err)
	}
	return out
}

func set(answer map[string]any, path, v string) {
	parent, name, _ := cutLast(path, ".")
	n, err := strconv.ParseFloat(v, 64)
	if err != nil {
		panic(err)
	}
	at(answer, parent).(map[string]any)[name] = n
}

func valid(answer map[string]any) bool {
	doc, err := json.Marshal(answer)
	if err != nil {
		panic(err)
	}
	_, _, err = biometry.DecodeExtraction(doc)
	return err == nil
}

func written(t *testing.T, v any) string {
	t.Helper()
	doc, err := json.Marshal(v)
	if err != nil {
		t.Fatal(err)
	}
	return string(doc)
}
