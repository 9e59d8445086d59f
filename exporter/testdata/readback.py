# Reads an archive as a user's script would: the CSV with csv, the workbook with
# openpyxl. Prints the rows of both as JSON.
import csv, datetime, io, json, sys, zipfile
import openpyxl

def plain(v):
    return v.date().isoformat() if isinstance(v, datetime.datetime) else v

archive = zipfile.ZipFile(io.BytesIO(sys.stdin.buffer.read()))
assert archive.testzip() is None
names = archive.namelist()
text = archive.read([n for n in names if n.endswith(".csv")][0]).decode("utf-8")
book = openpyxl.load_workbook(io.BytesIO(archive.read([n for n in names if n.endswith(".xlsx")][0])))
eyes = book["Eyes"]
json.dump({
    "csv": list(csv.reader(io.StringIO(text, newline=""), strict=True)),
    "xlsx": [[plain(c.value) for c in row] for row in eyes.iter_rows()],
    "types": sorted({c.data_type for row in eyes.iter_rows() for c in row}),
    "dimension": eyes.dimensions, "frozen": eyes.freeze_panes, "filter": eyes.auto_filter.ref,
    "legend": [[c.value for c in row] for row in book["Columns"].iter_rows()],
}, sys.stdout)
