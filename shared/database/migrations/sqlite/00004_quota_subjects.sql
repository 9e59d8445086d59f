-- +goose Up

-- Subjects are stored as keyed hashes. Rows with subjects in clear text are deleted,
-- so their counts begin anew. The rows of "all" stay. PRAGMA secure_delete, which is
-- set on every writing connection, overwrites what is deleted.
DELETE FROM quota_bucket WHERE subject LIKE 'ip:%' OR subject LIKE 'user:%';

-- +goose Down
SELECT 1;
