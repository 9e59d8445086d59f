package callback_test

import (
	"testing"

	"go.uber.org/goleak"

	"biom/shared/testenv"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(testenv.Closing(m)) }
