package share_test

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"log/slog"
	"os"
	"regexp"
	"slices"
	"strings"
	"testing"

	"biom/shared/share"
)

func TestParseCode(t *testing.T) {
	t.Parallel()
	long := strings.Repeat("a", 32)
	padded := " \t\r\n able-zoo-012345 \n"
	for in, want := range map[string]string{
		"able-zoo-012345":             "able-zoo-012345",
		padded:                        "able-zoo-012345",
		"Able-ZOO-000000":             "able-zoo-000000",
		"xyzzy-q-999999":              "xyzzy-q-999999",
		long + "-" + long + "-123456": long + "-" + long + "-123456",
	} {
		c, err := share.ParseCode(in)
		if err != nil || c.Pin() != want || c.ID() != want[:len(want)-7] {
			t.Errorf("%q: %q, %v", in, c.Pin(), err)
		}
	}
}

func TestParseCodeRefuses(t *testing.T) {
	t.Parallel()
	long := strings.Repeat("a", 33)
	for _, in := range []string{
		"", " ", "-", "--", "able", "able-zoo", "able-zoo-", "able-zoo-12345", "able-zoo-1234567", "able-012345",
		"able--012345", "-zoo-012345", "able-zoo-zoo-012345", "able-zoo-012345-", "-able-zoo-012345", "able zoo 012345",
		"able_zoo_012345", "able-zoo-01234a", "able-zoo-+12345", "able-zoo--12345", "able-zoo-1234.5", "able-zoo- 12345",
		"able -zoo-012345", "ab1e-zoo-012345", "able-zoo\n-012345", "able-zoo-012345\nx", "able-zoo-012345\x00",
		"\x00able-zoo-012345", "able-zoo-01234\xff", "äble-zoo-012345", "able-zoo-０１２３４５", "able-zoo-٠١٢٣٤٥",
		"ｚoo-able-012345", "able‐zoo‐012345", "able–zoo–012345",
		"\u212Aite-zoo-012345", // the Kelvin sign, which folds to k
		"\u017Foo-zoo-012345",  // the long s, which folds to S
		long + "-zoo-012345", "able-" + long + "-012345", strings.Repeat("a", 10<<10), strings.Repeat("able-zoo-012345", 700),
		"able-zoo-" + strings.Repeat("0", 10<<10), strings.Repeat(" ", 10<<10), `"able-zoo-012345"`, "able-zoo-012345;", "able-zoo-%3012345",
	} {
		if c, err := share.ParseCode(in); !errors.Is(err, share.ErrShape) || c != (share.Code{}) {
			t.Errorf("%.40q: %q, %v", in, c.Pin(), err)
		}
	}
}

func FuzzParseCode(f *testing.F) {
	for _, s := range []string{"able-zoo-012345", " ABLE-zoo-999999 ", "able-zoo-12345", "\u212Aite-zoo-012345", ""} {
		f.Add(s)
	}
	shape := regexp.MustCompile(`\A[a-z]{1,32}-[a-z]{1,32}-[0-9]{6}\z`)
	f.Fuzz(func(t *testing.T, s string) {
		c, err := share.ParseCode(s)
		if plain := shape.MatchString(s); err != nil {
			if plain || !errors.Is(err, share.ErrShape) {
				t.Errorf("%q: %v", s, err)
			}
			return
		}
		if !shape.MatchString(c.Pin()) || !strings.EqualFold(strings.TrimSpace(s), c.Pin()) {
			t.Errorf("%q was read as %q", s, c.Pin())
		}
		if again, err := share.ParseCode(c.Pin()); err != nil || again != c {
			t.Errorf("%q does not read back: %v", c.Pin(), err)
		}
	})
}

func TestCodeIsNeverPrinted(t *testing.T) {
	t.Parallel()
	c, err := share.ParseCode("able-zoo-012345")
	if err != nil {
		t.Fatal(err)
	}
	created := share.Created{Code: c}
	var out bytes.Buffer
	for _, verb := range []string{"%v", "%+v", "%#v", "%s", "%q", "%x", "%X", "%d", "%T", "%10.3v"} {
		fmt.Fprintf(&out, verb, c)
		fmt.Fprintf(&out, verb, &c)
		fmt.Fprintf(&out, verb, created)
		fmt.Fprintf(&out, verb, []share.Code{c})
	}
	fmt.Fprint(&out, c, c.String(), c.GoString())
	for _, h := range []slog.Handler{slog.NewTextHandler(&out, nil), slog.NewJSONHandler(&out, nil)} {
		slog.New(h).Info("a", "code", c, "pointer", &c, "made", created, "error", fmt.Errorf("of %v", c))
	}
	if err := json.NewEncoder(&out).Encode(created); err != nil {
		t.Error(err)
	}
	for _, leak := range []string{"able", "zoo", "12345", hex.EncodeToString([]byte("able"))} {
		if strings.Contains(strings.ToLower(out.String()), leak) {
			t.Errorf("%q is shown in %s", leak, out.String())
		}
	}
}

// The word list is the one that BIP-39 publishes.
func TestWords(t *testing.T) {
	t.Parallel()
	list, err := os.ReadFile("english.txt")
	if err != nil {
		t.Fatal(err)
	}
	sum := sha256.Sum256(list)
	if got := hex.EncodeToString(sum[:]); got != "2f5eed53a4727b4bf8880d8f3f199efc90e58503646d9ff8eff3a2ed3b24dbda" {
		t.Errorf("SHA-256 of english.txt is %s", got)
	}
	if words := strings.Fields(string(list)); len(words) != 2048 || !slices.IsSorted(words) || len(slices.Compact(words)) != 2048 {
		t.Errorf("%d words", len(words))
	}
}

// Every word of the list is drawn, and no other; words and digits are drawn with
// about equal frequency.
func TestDrawnCodes(t *testing.T) {
	t.Parallel()
	const codes = 20_000
	list, err := os.ReadFile("english.txt")
	if err != nil {
		t.Fatal(err)
	}
	f := &fakeStore{
		insert: func() (string, bool, error) { return "db", false, nil },
		purge:  func(context.Context) (int, error) { return 0, nil },
	}
	s := newShares(t, share.Config{Store: f})
	seen := [2]map[string]int{{}, {}}
	var digits [6][10]int
	for range codes {
		created, err := s.Create(t.Context(), "caller", nil)
		if err != nil {
			t.Fatal(err)
		}
		part := strings.Split(created.Code.Pin(), "-")
		seen[0][part[0]]++
		seen[1][part[1]]++
		for i := range digits {
			digits[i][part[2][i]-'0']++
		}
	}
	for i := range seen {
		for w := range strings.FieldsSeq(string(list)) {
			// About 10 of each are expected; of 4,096 counts one is above 40 once in 10⁹ runs.
			if n := seen[i][w]; n > 40 {
				t.Errorf("%q was drawn %d times as word %d", w, n, i)
			}
			delete(seen[i], w)
		}
		if len(seen[i]) != 0 {
			t.Errorf("words that are not in the list: %v", seen[i])
		}
	}
	for i := range digits {
		for d, n := range digits[i] {
			if n < codes/10-400 || n > codes/10+400 { // 9 standard deviations
				t.Errorf("digit %d was drawn %d times in place %d", d, n, i)
			}
		}
	}
}
