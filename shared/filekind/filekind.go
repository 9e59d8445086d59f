// Package filekind names the kinds of files that biom takes: their extensions,
// and the size of images. The api applies it to uploads, a worker to documents,
// and the command line to the files of a directory.
package filekind

import "strings"

// Kind is a kind of file. Its value is the file's usual extension.
type Kind string

// The kinds. All but JSON are documents.
const (
	PDF  Kind = "pdf"
	JPG  Kind = "jpg"
	PNG  Kind = "png"
	GIF  Kind = "gif"
	BMP  Kind = "bmp"
	JSON Kind = "json" // biometry that was typed in or exported: read directly, without a provider
)

var extensions = map[string]Kind{
	"pdf": PDF, "jpg": JPG, "jpeg": JPG, "png": PNG, "gif": GIF, "bmp": BMP, "json": JSON,
}

// Of returns the kind that the extension of a file's name stands for, in upper
// or lower case; "" if there is no such kind.
func Of(name string) Kind {
	dot := strings.LastIndexByte(name, '.')
	if dot < 0 || len(name)-dot > len(".jpeg") {
		return ""
	}
	return extensions[strings.ToLower(name[dot+1:])]
}

// IsDocument reports whether files of the kind are documents, which a provider
// reads.
func (k Kind) IsDocument() bool { return k != "" && k != JSON }
