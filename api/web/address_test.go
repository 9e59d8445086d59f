package web

import (
	"fmt"
	"strings"
	"testing"

	"biom/api/web/docs"
)

// TestAddressedKeepsWhatItHasMade: for a few addresses, however many clients invent.
func TestAddressedKeepsWhatItHasMade(t *testing.T) {
	t.Parallel()
	a := newResource("", "", []byte("curl "+docs.Address+"/x")).addressed
	first := a.at("http://a.example")
	if string(first.body) != "curl http://a.example/x" {
		t.Errorf("got %s", first.body)
	}
	if again := a.at("http://a.example"); &again.body[0] != &first.body[0] {
		t.Error("made anew for the same address")
	}
	for i := range 3 * maxAddresses {
		address := fmt.Sprintf("http://%d.example", i)
		if got := a.at(address); !strings.Contains(string(got.body), address) {
			t.Errorf("for %s: %s", address, got.body)
		}
		if len(a.contents) > maxAddresses {
			t.Fatalf("%d are kept", len(a.contents))
		}
	}
}
