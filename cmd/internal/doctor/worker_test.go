package doctor_test

import (
	"context"
	"errors"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"testing"
	"time"

	"biom/cmd/internal/doctor"
)

func TestSandbox(t *testing.T) {
	t.Parallel()
	var r doctor.Report
	r.Sandbox("landlock=7", nil, nil)
	want(t, &r, "Sandbox", doctor.OK, "landlock=7")
	r.Sandbox("landlock=0", []string{"landlock"}, nil)
	want(t, &r, "Sandbox", doctor.Warning, "does not grant landlock (landlock=0)", "Linux 5.13")
	r.Sandbox("landlock=0", []string{"landlock"}, errors.New("BIOM_SANDBOX=required; set auto"))
	for _, f := range r.Findings {
		if f.State == doctor.Problem && f.Found != "BIOM_SANDBOX=required; set auto" {
			t.Errorf("got %+v", f)
		}
	}
}

func TestPrograms(t *testing.T) {
	t.Parallel()
	script := func(text string) string {
		path := filepath.Join(t.TempDir(), "program")
		if err := os.WriteFile(path, []byte("#!/bin/sh\n"+text), 0o700); err != nil {
			t.Fatal(err)
		}
		return path
	}
	var r doctor.Report
	r.Programs(t.Context(), nil, doctor.Program{Name: script("echo pdftotext version 22.12.0 >&2; echo more"), VersionFlag: "-v"})
	want(t, &r, "Programs", doctor.OK, "22.12.0,")
	r.Programs(t.Context(), nil, doctor.Program{Name: script("exit 127")})
	want(t, &r, "Programs", doctor.Problem, "does not run: exit status 127")
	r.Programs(t.Context(), []string{"tesseract-ocr-por", "poppler-utils", "poppler-utils"})
	want(t, &r, "Programs", doctor.Problem, "apt-get install poppler-utils tesseract-ocr-por")
}

func TestNetworks(t *testing.T) {
	t.Parallel()
	var r doctor.Report
	r.Networks(nil)
	want(t, &r, "OCR networks", doctor.OK)
	r.Networks(errors.New("ppocr: stat /ocr/biom-ocr: no such file or directory"))
	want(t, &r, "OCR networks", doctor.Warning, "/ocr/biom-ocr", "deploy/ocr DIR", "BIOM_OCR_DIR=DIR")
}

func TestProvider(t *testing.T) {
	t.Parallel()
	s := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) { w.WriteHeader(http.StatusNotFound) }))
	defer s.Close()
	ask := func(url string, now func() time.Time) *doctor.Report {
		r := &doctor.Report{}
		r.Provider(t.Context(), url, now)
		return r
	}
	want(t, ask(s.URL, time.Now), "Provider", doctor.OK, "its clock agrees")
	want(t, ask(s.URL, ahead(time.Minute)), "Provider", doctor.Warning, "differ by", "NTP")
	want(t, ask("http://127.0.0.1:1", time.Now), "Provider", doctor.Problem, "refused", "BIOM_PROVIDER_URL")
	want(t, ask("http://u:s3cret@\x00", time.Now), "Provider", doctor.Problem, "not an address")
}

func TestKeys(t *testing.T) {
	t.Parallel()
	says := func(accepted bool, err error) doctor.Key {
		return func(context.Context) (bool, error) { return accepted, err }
	}
	var sound, broken, none doctor.Report
	sound.Keys(t.Context(), []doctor.Key{says(true, nil), says(true, nil)})
	want(t, &sound, "Provider keys", doctor.OK, "all 2")
	broken.Keys(t.Context(), []doctor.Key{says(true, nil), says(false, nil), says(false, errors.New("no answer"))})
	want(t, &broken, "Provider keys", doctor.Problem, "key 2 of 3", "BIOM_PROVIDER_KEYS")
	want(t, &broken, "Provider keys", doctor.NotChecked, "key 3 of 3", "no answer")
	none.Keys(t.Context(), nil)
	want(t, &none, "Provider keys", doctor.Warning, "none")
}
