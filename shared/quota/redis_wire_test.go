package quota_test

import (
	"bytes"
	"context"
	"io"
	"net"
	"sync/atomic"

	"github.com/redis/go-redis/v9"
)

// lossyWire loses replies to scripts below the driver: it closes the connection
// after the script ran and its reply arrived.
type lossyWire struct{ lose atomic.Int64 }

func (w *lossyWire) DialHook(next redis.DialHook) redis.DialHook {
	return func(ctx context.Context, network, addr string) (net.Conn, error) {
		conn, err := next(ctx, network, addr)
		if err != nil {
			return nil, err
		}
		return &lossyConn{Conn: conn, wire: w}, nil
	}
}

func (*lossyWire) ProcessHook(next redis.ProcessHook) redis.ProcessHook { return next }

func (*lossyWire) ProcessPipelineHook(next redis.ProcessPipelineHook) redis.ProcessPipelineHook {
	return next
}

type lossyConn struct {
	net.Conn
	wire   *lossyWire
	script atomic.Bool // whether the next reply is that of a script
}

func (c *lossyConn) Write(p []byte) (int, error) {
	c.script.Store(bytes.Contains(p, []byte("eval")))
	return c.Conn.Write(p)
}

func (c *lossyConn) Read(p []byte) (int, error) {
	n, err := c.Conn.Read(p)
	if err == nil && c.script.Load() && c.wire.lose.Add(-1) >= 0 {
		_ = c.Close()
		return 0, io.EOF
	}
	return n, err
}

// commandCounter counts the commands that are sent, without the handshakes.
type commandCounter struct{ n atomic.Int64 }

func (*commandCounter) DialHook(next redis.DialHook) redis.DialHook { return next }

func (c *commandCounter) ProcessHook(next redis.ProcessHook) redis.ProcessHook {
	return func(ctx context.Context, cmd redis.Cmder) error {
		c.n.Add(1)
		return next(ctx, cmd)
	}
}

func (c *commandCounter) ProcessPipelineHook(next redis.ProcessPipelineHook) redis.ProcessPipelineHook {
	return func(ctx context.Context, cmds []redis.Cmder) error {
		c.n.Add(int64(len(cmds)))
		return next(ctx, cmds)
	}
}
