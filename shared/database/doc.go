// Package database opens the databases, migrates their schema, and reads their
// identity, the db_id. It does not know what the tables mean: the packages that
// store something in them do.
package database
