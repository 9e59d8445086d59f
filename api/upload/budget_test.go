package upload_test

import (
	"bytes"
	"errors"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"biom/api/upload"
	"biom/shared/problem"
)

// An upload for which there is no memory is refused with a Retry-After, and every
// refused upload gives its memory back.
func TestBudgetIsGivenBack(t *testing.T) {
	t.Parallel()
	pdf := append([]byte("%PDF-1.4\n"), bytes.Repeat([]byte("x"), 100_000)...)
	pdf = append(pdf, "\n%%EOF"...)
	gate := upload.Gate{MaxFile: limit, ReadTimeout: time.Second, Budget: upload.NewBudget(300_000)}
	send := func(body []byte) (*upload.Upload, error) {
		r := httptest.NewRequest(http.MethodPost, "/", bytes.NewReader(body))
		r.Header.Set("Content-Type", "multipart/form-data; boundary=b")
		return gate.Read(httptest.NewRecorder(), r, somebody)
	}
	first, err := send(formOf("a.pdf", pdf))
	if err != nil {
		t.Fatal(err)
	}
	held := gate.Budget.Held() // as much as was declared
	if held != int64(len(formOf("a.pdf", pdf))) {
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
		if now := gate.Budget.Held(); now != held {
			t.Errorf("%s: %d bytes are held", name, now)
		}
	}
	first.Release()
	first.Release() // a second call does no harm
	second, err := send(formOf("b.pdf", pdf))
	if err != nil {
		t.Fatal(err)
	}
	second.Release()
	if held := gate.Budget.Held(); held != 0 || second.File != nil {
		t.Errorf("%d bytes are held", held)
	}
}

// The budget counts memory that is allocated because of the Content-Length, and
// both copies of a file while its pieces are joined.
func TestBudgetCountsAllocatedMemory(t *testing.T) {
	t.Parallel()
	body := formOf("a.json", make([]byte, 1<<20))
	for name, c := range map[string]struct {
		budget int
		sent   int
		length int64
		status int
	}{
		"300 KiB of 1 MiB declared": {1 << 20, 300 << 10, int64(len(body)), http.StatusServiceUnavailable},
		"no room for the pieces":    {3 << 19, len(body), -1, http.StatusServiceUnavailable},
		"room for the pieces":       {4 << 20, len(body), -1, 0},
	} {
		gate := upload.Gate{MaxFile: limit, ReadTimeout: time.Second, Budget: upload.NewBudget(2 * c.budget)}
		r := httptest.NewRequest(http.MethodPost, "/", bytes.NewReader(body[:c.sent]))
		r.ContentLength = c.length
		r.Header.Set("Content-Type", "multipart/form-data; boundary=b")
		up, err := gate.Read(httptest.NewRecorder(), r, somebody)
		if p, _ := errors.AsType[*problem.Problem](err); (p == nil) != (c.status == 0) || p != nil && p.Status != c.status {
			t.Errorf("%s: %v", name, err)
		}
		if up != nil {
			up.Release()
		}
		if held := gate.Budget.Held(); held != 0 {
			t.Errorf("%s: %d bytes are held", name, held)
		}
	}
}

// One busy caller gets at most half of the budget, two get a third each, and another
// caller always finds room.
func TestBudgetIsShared(t *testing.T) {
	t.Parallel()
	gate := upload.Gate{MaxFile: limit, ReadTimeout: time.Second, Budget: upload.NewBudget(120_000)}
	body := formOf("a.json", make([]byte, 900))
	held := map[string]int{}
	fill := func(caller string) (refused error) {
		for {
			r := httptest.NewRequest(http.MethodPost, "/", bytes.NewReader(body))
			r.Header.Set("Content-Type", "multipart/form-data; boundary=b")
			up, err := gate.Read(httptest.NewRecorder(), r, func() string { return caller })
			if err != nil {
				return err
			}
			t.Cleanup(up.Release)
			held[caller] += len(body)
		}
	}
	near := func(caller string, want int) {
		t.Helper()
		if got := held[caller]; got > want || got < want-2*len(body) {
			t.Errorf("%s holds %d bytes, want about %d", caller, got, want)
		}
	}
	refused := fill("ip:a")
	near("ip:a", 60_000)
	p, _ := errors.AsType[*problem.Problem](refused)
	if p == nil || p.Status != http.StatusServiceUnavailable || p.RetryAfter == 0 || !strings.Contains(p.Message, "of your uploads") {
		t.Errorf("a full share: %v", refused)
	}
	_ = fill("ip:b")
	near("ip:b", 30_000) // of the half that is free
	_ = fill("ip:c")
	near("ip:c", 15_000)
	if err := fill("ip:a"); err == nil || held["ip:a"] > 60_000 {
		t.Errorf("the first caller holds %d bytes", held["ip:a"])
	}
}

// Two callers who send in turn get a third each.
func TestTwoCallersGetAThirdEach(t *testing.T) {
	t.Parallel()
	b := upload.NewBudget(300)
	got := map[string]int{}
	for range 300 {
		for _, caller := range []string{"a", "b"} {
			if b.Take(caller, 1) == nil {
				got[caller]++
			}
		}
	}
	if got["a"] != 100 || got["b"] != 100 {
		t.Errorf("%v", got)
	}
}
