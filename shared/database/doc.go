// Package database opens the databases, brings their schema up to date and
// knows their identity. It knows SQL connections and migrations, and nothing of
// what the domain's packages keep in them.
package database
