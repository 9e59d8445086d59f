// Package exporter serves POST /api/v1/biom/export: a ZIP of the by-eye rows as
// CSV, the same rows as an XLSX workbook, and one JSON file for each report.
//
//	RECEIVE ─▶ PARSE ─▶ MAKE ─▶ first byte ─▶ stream
//	411 400     422      500                  a failure cuts
//	413 408     400                           the connection
//	503         413
//
// RECEIVE judges the length before a byte is read, PARSE the whole request, and
// MAKE writes rows and workbook, so that whatever can be refused or can fail is
// before the first byte of an answer. The ZIP is then written as fast as the
// client takes it; a JSON file is made when its turn comes. Nothing is written
// to a disk.
package exporter
