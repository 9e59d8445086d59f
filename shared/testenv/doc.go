// Package testenv starts the real servers that tests need, on free ports and
// with temporary data, and builds the binaries that they run.
//
// It leaves nothing behind. A server ends with the test binary, even if that is
// killed. Files that a killed test binary left are removed by the next one. If a
// server is not installed, the test fails with one line that says how to install
// it.
package testenv
