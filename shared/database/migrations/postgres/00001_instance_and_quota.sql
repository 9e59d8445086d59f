-- Migrations have the same number and name in every dialect's folder.

-- +goose Up

-- This database's identity: clients compare it to notice a wipe. A random
-- UUID (version 4), made once with the database.
CREATE TABLE instance (
    id    integer PRIMARY KEY CHECK (id = 1),
    db_id text    NOT NULL
);

INSERT INTO instance (id, db_id) VALUES (1, gen_random_uuid()::text);

-- No tables of quotas: where there is Postgres they are kept in Redis.

-- +goose Down
DROP TABLE instance;
