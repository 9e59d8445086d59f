// Package exporter serves POST /api/v1/biom/export: a ZIP of the by-eye rows as
// CSV, the same rows as an XLSX workbook, and one JSON file for each report.
//
//	RECEIVE ─▶ PARSE ─▶ MAKE ─▶ first byte ─▶ stream
//	411 400     422      500                  a failure cuts
//	413 422     400                           the connection
//	503 408     413
//
// RECEIVE checks the length before it reads the body, PARSE checks the whole
// request, and MAKE makes the CSV and the workbook. So everything that can be refused
// or can fail comes before the first byte of the response. Then the ZIP is written as
// fast as the client receives it; each JSON file is made just before it is written.
// Nothing is written to a disk.
package exporter
