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

//go:generate go run ./bundle

// BundlePath is the name of the app's bundle among the static files. It lies
// beside the app's modules, so that relative addresses in them stay valid.
const BundlePath = "app/bundle.js"

//go:embed static
var embedded embed.FS

const staticRoot = "/static/"

// base returns the path of the static files. It contains a digest of all of
// them, so that browsers can keep each file for ever.
func base() string { return staticRoot + digest() + "/" }

var digest = sync.OnceValue(func() string {
	files, hash := StaticFiles(), sha256.New()
	for _, name := range slices.Sorted(maps.Keys(files)) {
		fmt.Fprintf(hash, "%s %d\n", name, len(files[name]))
		hash.Write(files[name])
	}
	return hex.EncodeToString(hash.Sum(nil))[:12]
})

// StaticFiles returns the static files by name: the embedded ones, and the
// module with the table of fields. The map must not be changed.
func StaticFiles() map[string][]byte { return staticFiles() }

var staticFiles = sync.OnceValue(func() map[string][]byte {
	files := map[string][]byte{"app/fields.js": fieldsModule()}
	root, err := fs.Sub(embedded, "static")
	if err != nil {
		panic("web: " + err.Error())
	}
	err = fs.WalkDir(root, ".", func(name string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		files[name], err = fs.ReadFile(root, name)
		return err
	})
	if err != nil {
		panic("web: " + err.Error())
	}
	return files
})

// fill returns an embedded page in which "{static}/" is replaced by the path of
// the static files. replacements are further pairs of old and new text.
func fill(name string, replacements ...string) []byte {
	r := strings.NewReplacer(append(replacements, "{static}/", base())...)
	return []byte(r.Replace(string(StaticFiles()[name])))
}

// contentType returns the Content-Type of a file by its extension. It does not
// use package mime, which reads tables that differ between machines.
func contentType(name string) string {
	if typ, ok := contentTypes[path.Ext(name)]; ok {
		return typ
	}
	return "text/plain; charset=utf-8"
}

var contentTypes = map[string]string{
	".html": "text/html; charset=utf-8",
	".css":  "text/css; charset=utf-8",
	".js":   "text/javascript; charset=utf-8",
	".mjs":  "text/javascript; charset=utf-8",
	".md":   "text/markdown; charset=utf-8",
	".svg":  "image/svg+xml",
	".ico":  "image/x-icon",
	".json": "application/json",
}
