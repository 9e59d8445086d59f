package samples

import "context"

// Answers is what a reader must find in the samples of some options, without
// the samples: they need no program and little time.
func Answers(o Options) ([]Sample, error) {
	o, err := o.complete()
	if err != nil {
		return nil, err
	}
	var out []Sample
	for i := range o.Count {
		s, err := o.plan(i).answer()
		if err != nil {
			return nil, err
		}
		out = append(out, s)
	}
	return out, nil
}

// Layouts is the names of what each device can print.
func Layouts() map[string][]string {
	out := map[string][]string{}
	for _, d := range devices {
		for _, l := range d.layouts {
			out[d.name] = append(out[d.name], l.name)
		}
	}
	return out
}

// People is everybody's printed name, and the initials.
func People() map[string]string {
	out := map[string]string{}
	for _, list := range people {
		for _, p := range list {
			out[p.printed] = p.initials
		}
	}
	return out
}

// CommittedAnswers is Committed without the rasters: Data is nil where poppler
// had a hand in it.
func CommittedAnswers(ctx context.Context) ([]Sample, error) {
	var out []Sample
	for _, p := range append(named(), hundred()...) {
		p.thrifty = true
		made := p.answer
		if p.medium == TextPDF || p.medium == OutlinePDF {
			made = func() (Sample, error) { return p.sample(ctx) }
		}
		s, err := made()
		if err != nil {
			return nil, err
		}
		out = append(out, s)
	}
	return out, nil
}

func (p plan) answer() (Sample, error) {
	p, e, err := p.fit()
	if err != nil {
		return Sample{}, err
	}
	p.pages(e) // prints, which tells the exam what dates are to be seen
	s := Sample{Name: p.name() + p.medium.Extension(), Expected: e.expected()}
	s.Expected.Tags = p.tags()
	if p.medium != TextPDF && p.medium != OutlinePDF {
		p.wear(s.Expected.Tags)
	}
	return s, nil
}
