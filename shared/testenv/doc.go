// Package testenv starts the real servers that tests need, on free ports with
// temporary data, and leaves nothing behind: a server dies with the test binary
// even if that is killed, and what a killed run left on disk is swept by the
// next. A missing server fails the test with one line saying how to get it.
package testenv
