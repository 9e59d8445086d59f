package recordingtest

import (
	"archive/zip"
	"bytes"
	"fmt"
	"io"
	"path"
	"regexp"
)

// listing returns the names and contents of the files in an export. Of a workbook these are
// the texts and numbers of its first sheet.
func listing(archive []byte) ([]byte, error) {
	files, err := unzip(archive)
	if err != nil {
		return nil, err
	}
	var out bytes.Buffer
	for _, f := range files {
		fmt.Fprintf(&out, "== %s\n", f.name)
		if path.Ext(f.name) == ".xlsx" {
			if f.content, err = cells(f.content); err != nil {
				return nil, err
			}
		}
		out.Write(f.content)
		out.WriteString("\n")
	}
	return out.Bytes(), nil
}

type file struct {
	name    string
	content []byte
}

func unzip(archive []byte) (files []file, err error) {
	r, err := zip.NewReader(bytes.NewReader(archive), int64(len(archive)))
	if err != nil {
		return nil, err
	}
	for _, f := range r.File {
		content, err := f.Open()
		if err != nil {
			return nil, err
		}
		text, err := io.ReadAll(content)
		_ = content.Close()
		if err != nil {
			return nil, err
		}
		files = append(files, file{f.Name, text})
	}
	return files, nil
}

var values = regexp.MustCompile(`<(?:t|v)(?: [^>]*)?>([^<]*)</`)

// cells returns the values of the first sheet of a workbook. The second one is a legend.
func cells(workbook []byte) ([]byte, error) {
	files, err := unzip(workbook)
	if err != nil {
		return nil, err
	}
	var out bytes.Buffer
	for _, f := range files {
		if f.name == "xl/worksheets/sheet1.xml" {
			for _, m := range values.FindAllSubmatch(f.content, -1) {
				fmt.Fprintf(&out, "%s | ", m[1])
			}
		}
	}
	return out.Bytes(), nil
}
