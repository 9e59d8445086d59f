package upload_test

import (
	"bytes"
	"errors"
	"net/http"
	"net/http/httptest"
	"testing"
	"time"

	"biom/api/upload"
	"biom/shared/problem"
)

// Many uploads at once: what does not fit is told to come back, and every way
// out of the gate gives back what it held.
func TestBudget(t *testing.T) {
	t.Parallel()
	pdf := append([]byte("%PDF-1.4\n"), bytes.Repeat([]byte("x"), 100_000)...)
	pdf = append(pdf, "\n%%EOF"...)
	gate := upload.Gate{MaxFile: limit, Pace: time.Second, Budget: upload.NewBudget(150_000)}
	send := func(body []byte) (*upload.Upload, error) {
		r := httptest.NewRequest(http.MethodPost, "/", bytes.NewReader(body))
		r.Header.Set("Content-Type", "multipart/form-data; boundary=b")
		return gate.Read(httptest.NewRecorder(), r)
	}
	first, err := send(formOf("a.pdf", pdf))
	if err != nil {
		t.Fatal(err)
	}
	if held := gate.Budget.Held(); held != int64(len(pdf)) {
		t.Errorf("%d bytes are held", held)
	}
	for name, c := range map[string]struct {
		body   []byte
		status int
	}{
		"no room":       {formOf("b.pdf", pdf), http.StatusServiceUnavailable},
		"not a PDF":     {formOf("b.pdf", bytes.Repeat([]byte("x"), 10_000)), http.StatusBadRequest},
		"cut":           {formOf("b.pdf", pdf[:10_000])[:9_000], http.StatusBadRequest},
		"without %%EOF": {formOf("b.pdf", pdf[:10_000]), http.StatusBadRequest},
	} {
		_, err := send(c.body)
		p, _ := errors.AsType[*problem.Problem](err)
		if p == nil || p.Status != c.status || (p.Status == http.StatusServiceUnavailable) != (p.RetryAfter > 0) {
			t.Errorf("%s: %v", name, err)
		}
		if held := gate.Budget.Held(); held != int64(len(pdf)) {
			t.Errorf("%s: %d bytes are held", name, held)
		}
	}
	first.Release()
	first.Release() // once is enough, twice does no harm
	second, err := send(formOf("b.pdf", pdf))
	if err != nil {
		t.Fatal(err)
	}
	second.Release()
	if held := gate.Budget.Held(); held != 0 || second.File != nil {
		t.Errorf("%d bytes are held", held)
	}
}
