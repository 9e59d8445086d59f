package batch

import (
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"go.uber.org/goleak"

	"biom/cmd/internal/retry"
	"biom/shared/client"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

// silent is a view that shows nothing.
type silent struct{}

func (silent) Begin([]*File)                       {}
func (silent) Step(*File, client.Event)            {}
func (silent) Waiting(*File, time.Duration, error) {}
func (silent) Ended(*File)                         {}
func (silent) Close(Summary)                       {}

func TestSendSendsNothingItCannotSave(t *testing.T) {
	t.Parallel()
	server := httptest.NewServer(http.HandlerFunc(func(_ http.ResponseWriter, r *http.Request) { t.Errorf("sent %s", r.URL) }))
	defer server.Close()
	service, err := client.New(client.Config{BaseURL: server.URL})
	if err != nil {
		t.Fatal(err)
	}
	defer service.Close()
	f := &File{Path: os.Args[0], Target: filepath.Join(t.TempDir(), "missing", "x.biom.json")}
	s := Sender{Service: service, View: silent{}, Retry: retry.New(0, nil)}
	s.Send(t.Context(), []*File{f}, 1)
	if f.Err == nil || !strings.Contains(f.Err.Error(), "nothing was sent") {
		t.Errorf("got %v", f.Err)
	}
}
