package docs

import "encoding/json"

// entry is a section as the search knows it.
type entry struct {
	ID    int    `json:"id"`
	Path  string `json:"path"` // with the anchor
	Page  string `json:"page"`
	Title string `json:"title"` // "" for what stands before any heading
	Text  string `json:"text"`
}

// Search is what the search in the browser looks through, in JSON: every
// section of every page.
func (d *Docs) Search() ([]byte, error) {
	all := []entry{}
	for _, p := range d.Pages {
		for i, s := range p.Sections {
			e := entry{ID: len(all), Path: p.Path(), Page: p.Title, Text: s.Text}
			if i > 0 {
				e.Path, e.Title = p.Path()+"#"+s.ID, s.Title
			}
			all = append(all, e)
		}
	}
	return json.Marshal(all)
}
