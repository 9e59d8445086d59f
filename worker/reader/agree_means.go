package reader

import (
	"slices"

	"biom/shared/biometry"
	"biom/worker/document/layout"
)

// printedMeans returns the mean power of each eye's front cornea that the pages print behind a label; no eye's of which
// they print different ones. Nothing of a report is taken from it: it tells people whether K1 and K2 were read well.
func printedMeans(whose []divided) map[string]finding {
	out := map[string]finding{}
	var several []string // eyes
	for _, d := range whose {
		d.eachMean(func(eye string, v finding) {
			if before, known := out[eye]; known && before.text != v.text {
				several = append(several, eye)
			}
			out[eye] = v
		})
	}
	for _, eye := range several {
		delete(out, eye)
	}
	return out
}

// eachMean calls add with the mean powers in the eyes' parts of the page, and in lines that are in no part.
func (d divided) eachMean(add func(eye string, v finding)) {
	if d.disagrees {
		return
	}
	for _, p := range d.parts {
		if p.eye != rightEye && p.eye != leftEye {
			continue
		}
		p = p.prepared()
		for _, l := range p.lines {
			if v := p.means(l); len(v) > 0 {
				add(p.eye, v[0])
			}
		}
	}
	for _, l := range d.all {
		for _, v := range d.part(document, nil).means(l) {
			if eye := d.eyeOver(v.at.Box); eye != "" {
				add(eye, v)
			}
		}
	}
}

// means returns the powers behind a label of mean powers of the front cornea in a line.
func (p part) means(l line) (out []finding) {
	i := slices.IndexFunc(l.items, func(it item) bool { return it.fieldOf(other) == meanPower })
	if i < 0 || p.sectionOf(l.items[i].Box) != front || valueBefore(l.items, i) {
		return nil
	}
	after := upToLabel(p.untilForeign(l.items[i+1:]))
	for k, it := range after {
		if unit, _ := unitAhead(after[k+1:]); it.plain(number) && !it.broken && (unit == "" || unit == fields["K1_magnitude"].Unit) && decimals(it.text) > 0 && inRange("K1_magnitude", it.text) {
			at := p.page.place(it.in)
			out = append(out, finding{text: it.text, conf: it.conf, at: at, seen: readingOf(at)})
		}
	}
	return out
}

// eyeOver returns the one eye whose powers stand in the column of a box, which is in shares of the page; "" if that is not one.
func (d divided) eyeOver(b layout.Box) string {
	eye := ""
	for _, r := range d.readings {
		if (r.field == "K1_magnitude" || r.field == "K2_magnitude") && r.at.known() && r.at.X0 < b.X1 && b.X0 < r.at.X1 {
			if eye != "" && eye != r.eye {
				return ""
			}
			eye = r.eye
		}
	}
	return eye
}

// agreedMeans returns the printed means that two looks saw alike and none otherwise; of a single look all.
func agreedMeans(looks []Findings) map[string]finding {
	out := map[string]finding{}
	for _, eye := range []string{rightEye, leftEye} {
		var seen []finding
		for _, l := range looks {
			if v, known := l.means[eye]; known {
				seen = append(seen, v)
			}
		}
		other := func(v finding) bool { return v.text != seen[0].text }
		if len(seen) == 0 || len(looks) > 1 && len(seen) == 1 || slices.ContainsFunc(seen, other) {
			continue
		}
		v := seen[0]
		for _, again := range seen[1:] {
			v.seen = v.seen.Add(again.seen)
		}
		out[eye] = v
	}
	return out
}

// meanSources lists where the printed means stand.
func (f Findings) meanSources() (out []Source) {
	for _, eye := range []string{rightEye, leftEye} {
		if v, known := f.means[eye]; known && v.at.known() {
			out = append(out, sourceOf(eye+"."+biometry.PrintedMeanK, v.at, v.seen))
		}
	}
	return out
}
