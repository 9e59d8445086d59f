-- A migration has the same number and name in the folders of both dialects.

-- +goose Up

-- The identity of this database: a random UUID (version 4), created once with the
-- database. Clients compare it to notice that the database was wiped.
CREATE TABLE instance (
    id    integer PRIMARY KEY CHECK (id = 1),
    db_id text    NOT NULL
);

INSERT INTO instance (id, db_id) VALUES (1, gen_random_uuid()::text);

-- There are no tables for quotas: deployments with Postgres keep them in Redis.

-- +goose Down
DROP TABLE instance;
