package reader

import (
	"math"
	"slices"
)

// Tiles: a label is the title of a tile, under which stand the names of both eyes beside each other, and under each name its value. Tiles stand
// beside each other and in rows:
//
//	AL  Axial length        ACD  epithelium – lens
//	   OD        OS            OD        OS
//	23.45 mm  24.12 mm      3.05 mm   3.11 mm
//	SD 0.02   SD 0.03       SD 0.01   SD 0.02

// tile is the title of a tile and the places of the names under it, from the left one.
type tile struct {
	title item
	names [2]item
}

// findTiles returns the values of tiles, each as a line of its label and what stands under the name, and the lines that they stand in.
func (s *sheet) findTiles() (cells []card, lines map[int]bool) {
	lines = map[int]bool{}
	for n := 1; n+1 < len(s.lines); n++ {
		tiles := tilesOf(s.lines[n-1], s.lines[n])
		if tiles == nil {
			continue
		}
		upto := n + 1
		for upto < len(s.lines) && !slices.ContainsFunc(s.lines[upto].items, func(it item) bool { return it.is(section) || ofOneEye(it) || ofEye(it) }) &&
			s.lines[upto].CenterY()-s.lines[upto-1].CenterY() < blockLine*s.lines[upto].Height() {
			upto++
		}
		found := inTiles(tiles, s.lines[n+1:upto])
		if len(found) == 0 {
			continue
		}
		cells = append(cells, found...)
		for k := n - 1; k < upto; k++ {
			lines[k] = true
		}
	}
	if len(cells) < fewCards && !slices.ContainsFunc(cells, hasUnit) {
		return nil, nil
	}
	return cells, lines
}

// hasUnit: the value begins with a number and its unit of length, and has no other number: "25.14 mm".
func hasUnit(c card) bool {
	v := c.line.items[1:]
	return len(v) > 1 && v[0].plain(number) && unitOf(v[1].text) != "" && !slices.ContainsFunc(v[1:], func(it item) bool { return it.plain(number) })
}

// tilesOf are the tiles of a line of names below a line of titles; nil if the one line holds anything but pairs of names, or a title stands
// over two pairs.
func tilesOf(titles, names line) (tiles []tile) {
	if len(names.items) == 0 || len(names.items)%2 != 0 {
		return nil
	}
	for i := 0; i < len(names.items); i += 2 {
		a, b := names.items[i], names.items[i+1]
		if !ofOneEye(a) || !ofOneEye(b) || a.field == b.field || a.field != names.items[0].field {
			return nil
		}
		tiles = append(tiles, tile{names: [2]item{a, b}})
	}
	known := 0
	for i := range tiles {
		left, right := edgesOfTile(tiles, i)
		for k, cell := range cellsOf(within(titles.items, left, right)) {
			if last := cell[len(cell)-1]; last.X1 > right || k == 0 && cell[0].X0 >= tiles[i].names[1].X0 {
				return nil
			}
			if k == 0 {
				tiles[i].title = cell[0]
			}
		}
		if ofValue(tiles[i].title) && !tiles[i].title.is(axis) {
			known++
		}
	}
	if known == 0 {
		return nil
	}
	return tiles
}

// edgesOfTile is where tile i begins and ends: in the middle between its names and those of the tiles beside it.
func edgesOfTile(tiles []tile, i int) (left, right float64) {
	left, right = math.Inf(-1), math.Inf(1)
	if i > 0 {
		left = (tiles[i-1].names[1].X1 + tiles[i].names[0].X0) / 2
	}
	if i+1 < len(tiles) {
		right = (tiles[i].names[1].X1 + tiles[i+1].names[0].X0) / 2
	}
	return left, right
}

// inTiles are the values under the names, by the lines below them, up to one that goes over several tiles or over both halves of a tile.
func inTiles(tiles []tile, lines []line) (cells []card) {
	for n, l := range lines {
		if goesOver(tiles, l) {
			lines = lines[:n]
			break
		}
	}
	for i, t := range tiles {
		if !ofValue(t.title) {
			continue
		}
		left, right := edgesOfTile(tiles, i)
		for k, half := range [][2]float64{{left, t.middle()}, {t.middle(), right}} {
			label := t.title
			var items []item
			for _, l := range lines {
				items = append(items, within(l.items, half[0], half[1])...)
			}
			if len(items) == 0 {
				continue
			}
			label.Box, label.X1 = items[0].Box, items[0].X0 // the value is the next word, in its own section
			cells = append(cells, card{t.names[k].field, line{Box: lines[0].Box, tokens: lines[0].tokens, items: append([]item{label}, items...)}})
		}
	}
	return cells
}

// middle is where the right half of the tile begins.
func (t tile) middle() float64 { return (t.names[0].CenterX() + t.names[1].CenterX()) / 2 }

// goesOver: a cell of the line stands in several tiles or in both halves of one.
func goesOver(tiles []tile, l line) bool {
	var edges []float64
	for i, t := range tiles {
		left, _ := edgesOfTile(tiles, i)
		edges = append(edges, left, t.middle())
	}
	return goesOverEdges(edges, l)
}

// goesOverEdges: a cell of the line begins left of one of the edges and ends right of it.
func goesOverEdges(edges []float64, l line) bool {
	return slices.ContainsFunc(cellsOf(l.items), func(cell []item) bool {
		return slices.ContainsFunc(edges, func(x float64) bool { return cell[0].X0 < x && x < cell[len(cell)-1].X1 })
	})
}
