package docs

import "encoding/json"

// entry is one section in the index of the search.
type entry struct {
	ID    int    `json:"id"`
	Path  string `json:"path"` // with the anchor
	Page  string `json:"page"`
	Title string `json:"title"` // "" for the text before the first heading
	Text  string `json:"text"`
}

// Search returns the index of the browser's search in JSON: all sections of all
// pages.
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
