package recordingtest

import (
	"archive/zip"
	"bytes"
	"encoding/csv"
	"fmt"
	"io"
	"path"
	"regexp"
)

// listing returns the names and contents of the files in an export. Of a table these are the columns
// that it had when the answers were recorded, of a workbook the texts and numbers of its first sheet.
func listing(archive []byte) ([]byte, error) {
	files, err := unzip(archive)
	if err != nil {
		return nil, err
	}
	var out bytes.Buffer
	for _, f := range files {
		fmt.Fprintf(&out, "== %s\n", f.name)
		switch path.Ext(f.name) {
		case ".csv":
			f.content, err = recordedColumns(f.content)
		case ".xlsx":
			f.content, err = cells(f.content)
		}
		if err != nil {
			return nil, err
		}
		out.Write(f.content)
		out.WriteString("\n")
	}
	return out.Bytes(), nil
}

// laterColumns are the last columns of the table, which came after the recording.
const laterColumns = 8

func recordedColumns(table []byte) ([]byte, error) {
	rows, err := csv.NewReader(bytes.NewReader(table)).ReadAll()
	if err != nil {
		return nil, err
	}
	var out bytes.Buffer
	w := csv.NewWriter(&out)
	w.UseCRLF = true
	for _, row := range rows {
		_ = w.Write(row[:len(row)-laterColumns]) // w keeps the error, which is returned at the end
	}
	w.Flush()
	return out.Bytes(), w.Error()
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

// cells returns the values of the first sheet of a workbook. The others explain it.
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
