package share

import (
	"crypto/rand"
	_ "embed"
	"fmt"
	"math/big"
	"strings"
)

// english is the English word list of BIP-39, as it is published (MIT license).
//
//go:embed english.txt
var english string

var words = strings.Fields(english)

// numbers is how many secret numbers there are: 000000 to 999999.
const numbers = 1_000_000

// draw returns a random code. All codes are equally likely.
func draw() (Code, error) {
	all := big.NewInt(int64(len(words)) * int64(len(words)) * numbers)
	drawn, err := rand.Int(rand.Reader, all)
	if err != nil {
		return Code{}, err
	}
	n := drawn.Int64()
	n, number := n/numbers, n%numbers
	first, second := words[n/int64(len(words))], words[n%int64(len(words))]
	return Code{id: first + "-" + second, number: fmt.Sprintf("%06d", number)}, nil
}
