package main

import (
	"context"
	"encoding/json"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"biom/shared/biometry"
	"biom/worker/eval"
	generator "biom/worker/eval/samples"
	"biom/worker/provider"
)

// parrot is a provider that answers with the content of the document.
type parrot struct{ says []byte }

var _ provider.Extractor = parrot{}

func (parrot) Model() string                               { return "parrot" }
func (parrot) Check(context.Context, string) (bool, error) { return true, nil }
func (parrot) Close() error                                { return nil }

func (parrot) Prepare(_ context.Context, doc provider.Document, _ provider.Options) (provider.Prepared, error) {
	return parrot{doc.Data}, nil
}

func (p parrot) Extract(context.Context, []biometry.Fault) (provider.Answer, error) {
	if len(p.says) == 0 {
		return provider.Answer{}, provider.NoBiometry()
	}
	return provider.Answer{JSON: p.says, Model: "parrot"}, nil
}

// parrotSays returns an answer with an axial length of the right eye.
func parrotSays(al, tags string) string {
	return `{"data":{"biometer":{"device_name":"Argos","manufacturer":"Alcon"},"patient":{"name":"Jane Doe"},"right_eye":{"AL":` + al +
		`},"left_eye":{}},"extra_data":null,"tags":` + tags + `}`
}

// parrotFolder holds one document that is read right, one that is read wrong,
// one that fails, and one without an expected answer.
func parrotFolder(t *testing.T) string {
	t.Helper()
	dir := t.TempDir()
	for name, text := range map[string]string{
		"right.pdf": parrotSays("23.5", "{}"), "right.expected.json": parrotSays("23.5", `{"medium":"text"}`),
		"wrong.png": parrotSays("25.3", "{}"), "wrong.expected.json": parrotSays("23.5", `{"medium":"png"}`),
		"failed.jpg": "", "failed.expected.json": parrotSays("23.5", `{"medium":"jpg"}`),
		"unknown.gif": "",
	} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	return dir
}

// evaluated runs biom eval with the parrot.
func evaluated(t *testing.T, dir string, args ...string) (out string, failure error) {
	t.Helper()
	var stdout, stderr strings.Builder
	failure = runBiom(t.Context(), append([]string{"eval", "--provider=parrot", dir}, args...), &stdout, &stderr)
	if stderr.Len() > 0 {
		t.Errorf("on standard error, which is no terminal: %s", stderr.String())
	}
	return stdout.String(), failure
}

func TestEval(t *testing.T) {
	t.Parallel()
	dir := parrotFolder(t)
	out, err := evaluated(t, dir)
	if err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{
		"3 documents read with parrot in ", "unknown.gif: not read, because there is no NAME.expected.json beside it\n",
		"\ntotal          3       1       12      7      1       4         0    58.33%           8.34%  ",
		"\nmedium  documents", "\ntext            1       0        4      4      0       0         0   100.00%           0.00%  ",
		"\nright_eye.AL        3      1      1       1         0    33.33%          33.34%\n",
		"\n1 document failed: no_biometry_found\n  failed.jpg\n", "\nwrong.png  right_eye.AL  wrong\n",
	} {
		if !strings.Contains(out, want) {
			t.Errorf("there is no %q in:\n%s", want, out)
		}
	}
	for _, value := range []string{"23.5", "25.3", "JD", "Jane"} {
		if strings.Contains(out, value) {
			t.Errorf("%s is shown:\n%s", value, out)
		}
	}
	out, err = evaluated(t, dir, "--values", "--only=medium=png", "--by=medium")
	if err != nil || !strings.Contains(out, "\nwrong.png  right_eye.AL  wrong  expected 23.5, found 25.3\n") || strings.Contains(out, "\nfield") || strings.Contains(out, "\ndevice") {
		t.Errorf("%v\n%s", err, out)
	}
}

func TestEvalAsJSON(t *testing.T) {
	t.Parallel()
	dir, saved := parrotFolder(t), filepath.Join(t.TempDir(), "report.json")
	out, err := evaluated(t, dir, "--json", "--out="+saved, "-j1")
	if err != nil {
		t.Fatal(err)
	}
	var r eval.Report
	if err := json.Unmarshal([]byte(out), &r); err != nil || r.Present != 12 || r.Failures[0].Reason != "no_biometry_found" || r.Jobs != 1 {
		t.Errorf("%v\n%s", err, out)
	}
	if text, err := os.ReadFile(saved); err != nil || string(text) != out {
		t.Errorf("saved %s (%v)", text, err)
	}
}

func TestEvalGates(t *testing.T) {
	t.Parallel()
	dir := parrotFolder(t)
	for args, want := range map[string]string{
		"--min-right=58":                "",
		"--min-right=59":                "58.33% right is below 59%",
		"--max-wrong=8.5":               "",
		"--max-wrong=8":                 "8.34% wrong or invented is above 8%",
		"--min-right=100 --max-wrong=0": "58.33% right is below 100%; 8.34% wrong or invented is above 0%",
		"--min-right=100 --max-wrong=0 --only=medium=text":   "",
		"--json --min-right=100 --only=device=Argos":         "58.33% right is below 100%",
		"--min-right=25 --only=medium=jpg --only=medium=png": "",
	} {
		out, err := evaluated(t, dir, strings.Fields(args)...)
		if got := textOf(err); got != want {
			t.Errorf("%s: got %q, want %q", args, got, want)
		}
		if out == "" {
			t.Errorf("%s: no report", args)
		}
	}
}

func textOf(err error) string {
	if err == nil {
		return ""
	}
	return err.Error()
}

func TestEvalRefuses(t *testing.T) {
	t.Parallel()
	dir := parrotFolder(t)
	for args, want := range map[string]string{
		"--provider=nobody":      `there is no provider "nobody"`,
		"--min-right=101":        "--min-right is in percent",
		"--max-wrong=-1":         "--max-wrong is in percent",
		"--only=medium":          "write it as TAG=VALUE",
		"--only=medium=bmp":      "no document is left by --only; there are the tags device, medium",
		"--by=size":              "no document has this tag; choose from: device, medium, field",
		"--jobs=-1":              "--jobs must be",
		"--timeout=0s":           "--timeout must be",
		"--max-upload=1GiB":      "fit into a message",
		"--out=" + dir + "/no/x": "there is no place for --out, so nothing was read",
	} {
		if out, err := evaluated(t, dir, args); err == nil || !strings.Contains(err.Error(), want) || out != "" {
			t.Errorf("%s: got %v, want %q; printed %s", args, err, want, out)
		}
	}
	if _, err := evaluated(t, filepath.Join(dir, "gone")); err == nil {
		t.Error("no folder is no error")
	}
	if err := os.WriteFile(filepath.Join(dir, "right.expected.json"), []byte(parrotSays("235", "{}")), 0o600); err != nil {
		t.Fatal(err)
	}
	if _, err := evaluated(t, dir); err == nil || !strings.Contains(err.Error(), "right.expected.json: data.right_eye.AL: must be between") {
		t.Errorf("a broken answer: %v", err)
	}
}

func TestEvalHasTheUploadLimitOfTheService(t *testing.T) {
	t.Parallel()
	out, err := evaluated(t, parrotFolder(t), "--max-upload=100B", "--only=medium=text")
	if err != nil || !strings.Contains(out, "1 document failed: file_too_large\n") {
		t.Errorf("%v\n%s", err, out)
	}
}

// Documents that biomdev makes can be measured: a provider that cannot read them
// misses every value.
func TestEvalOfGeneratedSamples(t *testing.T) {
	t.Parallel()
	dir := filepath.Join(t.TempDir(), "new")
	options := generator.Options{
		Seed: 5, Count: 3, Media: []generator.Medium{generator.TextPDF, generator.OutlinePDF}, Devices: []string{"IOLMaster700"}, Languages: []string{"de", "fr"},
	}
	if err := generator.Write(t.Context(), dir, options, func(string) {}); err != nil {
		t.Fatal(err)
	}
	out, err := evaluated(t, dir)
	if err != nil || !strings.Contains(out, "3 documents failed: invalid_output\n") {
		t.Errorf("%v\n%s", err, out)
	}
}

func TestEvalIsStopped(t *testing.T) {
	t.Parallel()
	ctx, stop := context.WithCancel(t.Context())
	stop()
	err := runBiom(ctx, []string{"eval", "--provider=parrot", parrotFolder(t)}, io.Discard, io.Discard)
	if err == nil || !strings.Contains(err.Error(), "stopped before every document was read") {
		t.Errorf("got %v", err)
	}
}
