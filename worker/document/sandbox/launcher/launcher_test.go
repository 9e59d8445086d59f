package launcher

import (
	"reflect"
	"testing"
)

func TestOrdersAreParsed(t *testing.T) {
	t.Parallel()
	for _, want := range []Orders{{}, {Drop: true, Landlock: true, Filter: []uint64{0, 255, 1<<64 - 1}, Limits: []Limit{{4, 0, 0}, {9, 1, 1 << 63}}}} {
		argv := []string{"/bin/true", "--", "drop=x"}
		got, gotArgv, err := parse(want.Args(argv))
		if err != nil || !reflect.DeepEqual(got, want) || !reflect.DeepEqual(gotArgv, argv) {
			t.Errorf("%v: got %+v, %q, want %+v", err, got, gotArgv, want)
		}
	}
	for _, wrong := range [][]string{nil, {"drop=true"}, {"drop=x", "--"}, {"filter=!", "--"}, {"limit=1 2", "--"}, {"limit=1 2 x", "--"}, {"other=1", "--"}} {
		if _, _, err := parse(wrong); err == nil {
			t.Errorf("%q was accepted", wrong)
		}
	}
}
