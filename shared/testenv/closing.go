package testenv

// Closing wraps a test binary's *testing.M so that the servers it shared end
// before goleak looks: goleak.VerifyTestMain(testenv.Closing(m)). Without it
// they end with the process all the same.
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
