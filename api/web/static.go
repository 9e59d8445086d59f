package web

import (
	"crypto/sha256"
	"embed"
	"encoding/hex"
	"fmt"
	"io/fs"
	"maps"
	"path"
	"slices"
	"strings"
	"sync"
)

//go:embed static
var embedded embed.FS

const staticRoot = "/static/"

// base is the path of the static files. It has a digest of all of them in it,
// so that browsers can keep them for ever.
func base() string { return staticRoot + digest() + "/" }

var digest = sync.OnceValue(func() string {
	all, h := files(), sha256.New()
	for _, name := range slices.Sorted(maps.Keys(all)) {
		fmt.Fprintf(h, "%s %d\n", name, len(all[name]))
		h.Write(all[name])
	}
	h.Write(bundle()) // another bundler makes another one of the same modules
	return hex.EncodeToString(h.Sum(nil))[:12]
})

// files are the static files by name, those that derive from the field table
// among them.
var files = sync.OnceValue(func() map[string][]byte {
	all := map[string][]byte{"app/fields.js": fieldsModule()}
	root, err := fs.Sub(embedded, "static")
	if err != nil {
		panic("web: " + err.Error())
	}
	err = fs.WalkDir(root, ".", func(name string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		all[name], err = fs.ReadFile(root, name)
		return err
	})
	if err != nil {
		panic("web: " + err.Error())
	}
	return all
})

// fill returns an embedded page with the address of the static files in place
// of "{static}/", and further replacements.
func fill(name string, replacements ...string) []byte {
	r := strings.NewReplacer(append(replacements, "{static}/", base())...)
	return []byte(r.Replace(string(files()[name])))
}

// contentType does not ask the machine: what it knows of types differs.
func contentType(name string) string {
	if typ, ok := types[path.Ext(name)]; ok {
		return typ
	}
	return "text/plain; charset=utf-8"
}

var types = map[string]string{
	".html": "text/html; charset=utf-8",
	".css":  "text/css; charset=utf-8",
	".js":   "text/javascript; charset=utf-8",
	".mjs":  "text/javascript; charset=utf-8",
	".md":   "text/markdown; charset=utf-8",
	".svg":  "image/svg+xml",
	".json": "application/json",
}
