package display_test

import (
	"encoding/json"
	"strings"
	"testing"
	"time"

	"biom/cmd/internal/display"
)

func TestWait(t *testing.T) {
	t.Parallel()
	for d, want := range map[time.Duration]string{
		0: "", -time.Second: "", time.Millisecond: "1 s", 59 * time.Second: "59 s", time.Minute: "1 min", 61 * time.Second: "2 min",
		3600 * time.Second: "1 h 0 min", 86399 * time.Second: "24 h 0 min",
	} {
		if got := display.Wait(d); got != want {
			t.Errorf("%s: got %q, want %q", d, got, want)
		}
	}
}

func TestEscapedJSONSteersNoTerminal(t *testing.T) {
	t.Parallel()
	const all = "\x00\x1b[2J \u009b \u202e \u2028 \U000e0001 眼 é \" \\"
	text, err := json.Marshal(all)
	if err != nil {
		t.Fatal(err)
	}
	safe := display.EscapedJSON(string(text))
	var back string
	if err := json.Unmarshal([]byte(safe), &back); err != nil || back != all {
		t.Errorf("%s: %q, %v", safe, back, err)
	}
	if display.Printable(safe) != safe || !strings.Contains(safe, "眼 é") {
		t.Errorf("got %q", safe)
	}
}
