package testenv

// Closing wraps a test binary's *testing.M so that the shared servers are
// stopped, and the built binaries removed, before goleak looks for leaks:
//
//	goleak.VerifyTestMain(testenv.Closing(m))
//
// Without Closing the servers still end with the process, and the next test
// binary removes the files.
func Closing(m interface{ Run() int }) interface{ Run() int } { return closing{m} }

type closing struct{ m interface{ Run() int } }

func (c closing) Run() int {
	defer func() {
		biom.close()
		biomdev.close()
		if sharedRedis.server != nil {
			sharedRedis.server.close()
		}
		if sharedPostgres.server != nil {
			sharedPostgres.server.close()
		}
	}()
	return c.m.Run()
}
