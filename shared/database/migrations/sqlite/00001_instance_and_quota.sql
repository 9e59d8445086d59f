-- A migration has the same number and name in the folders of both dialects.

-- +goose Up

-- The identity of this database: a random UUID (version 4), created once with the
-- database. Clients compare it to notice that the database was wiped.
CREATE TABLE instance (
    id    INTEGER PRIMARY KEY CHECK (id = 1),
    db_id TEXT    NOT NULL
) STRICT;

INSERT INTO instance (id, db_id)
VALUES (1, lower(
    hex(randomblob(4)) || '-' || hex(randomblob(2)) || '-4' || substr(hex(randomblob(2)), 2) || '-' ||
    substr('89ab', 1 + (random() & 3), 1) || substr(hex(randomblob(2)), 2) || '-' || hex(randomblob(6))));

-- One row for each bucket of each subject. used is the sum of the costs of its
-- entries, including entries that have left the window and are not deleted yet.
CREATE TABLE quota_bucket (
    id      INTEGER PRIMARY KEY,
    bucket  TEXT    NOT NULL,
    subject TEXT    NOT NULL,
    used    INTEGER NOT NULL,
    latest  INTEGER NOT NULL, -- time of the newest entry, ms since 1970
    UNIQUE (bucket, subject)
) STRICT;

-- The sliding log. The order of the primary key is the order of expiry.
CREATE TABLE quota_entry (
    bucket INTEGER NOT NULL REFERENCES quota_bucket (id) ON DELETE CASCADE,
    at     INTEGER NOT NULL, -- ms since 1970
    charge INTEGER NOT NULL, -- quota_charge.seq; that row may be deleted already
    cost   INTEGER NOT NULL CHECK (cost BETWEEN 1 AND 255), -- half credits
    PRIMARY KEY (bucket, at, charge)
) STRICT, WITHOUT ROWID;

-- Charges of the last half hour. A seq is never used again (AUTOINCREMENT),
-- because the entries of a charge outlive its row.
CREATE TABLE quota_charge (
    seq      INTEGER PRIMARY KEY AUTOINCREMENT,
    id       TEXT    NOT NULL UNIQUE,
    at       INTEGER NOT NULL, -- ms since 1970
    buckets  TEXT    NOT NULL, -- JSON array of quota_bucket.id
    refunded INTEGER NOT NULL CHECK (refunded IN (0, 1))
) STRICT;

-- +goose Down
DROP TABLE quota_charge;
DROP TABLE quota_entry;
DROP TABLE quota_bucket;
DROP TABLE instance;
