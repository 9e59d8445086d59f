package scan

import (
	"image"
	"testing"
)

// TestDrawCellMatchesDraw compares a cell with the same part of what Draw draws, for
// every turn of the page.
func TestDrawCellMatchesDraw(t *testing.T) {
	t.Parallel()
	page := printed(t, 900, 1200, 20)
	whole := Analyze(page, None).Draw(wholePage, 30)
	box := Box{0.2, 0.3, 0.5, 0.36}
	for _, turn := range []Turn{None, Right, HalfTurn, Left} {
		got := Analyze(turned(page, (4-turn)%4), turn).DrawCell(box, 30)
		margin := 30 * 0.35
		at := image.Pt(int(box.X0*float64(whole.Rect.Dx())-margin), int(box.Y0*float64(whole.Rect.Dy())-margin))
		want := copied(whole.SubImage(got.Rect.Add(at)).(*image.Gray))
		if got.Rect.Dx() < 100 || got.Rect.Dy() < 50 || got.Rect != want.Rect {
			t.Fatalf("turn %d: %v, of %v", turn, got.Rect, whole.Rect)
		}
		if d := difference(got, want); d > 12 {
			t.Errorf("turn %d: differs by %.1f", turn, d)
		}
	}
}

func TestDrawCellOutsideThePage(t *testing.T) {
	t.Parallel()
	if got := Analyze(printed(t, 900, 1200, 20), None).DrawCell(Box{2, 2, 3, 3}, 30); got.Rect.Dx() != 1 {
		t.Errorf("drawn: %v", got.Rect)
	}
}

func TestStack(t *testing.T) {
	t.Parallel()
	stack, tops := Stack([]*image.Gray{filled(30, 10, 0), filled(20, 12, 0)}, 5)
	if stack.Rect.Dx() != 40 || stack.Rect.Dy() != 37 || len(tops) != 2 || tops[0] != 5 || tops[1] != 20 {
		t.Fatalf("%v, %v", stack.Rect, tops)
	}
	for _, p := range []struct {
		x, y int
		want byte
	}{{5, 5, 0}, {34, 14, 0}, {35, 5, 255}, {5, 15, 255}, {5, 20, 0}, {24, 31, 0}, {25, 20, 255}, {5, 32, 255}} {
		if v := stack.GrayAt(p.x, p.y).Y; v != p.want {
			t.Errorf("%d, %d: %d", p.x, p.y, v)
		}
	}
}
