// Package admission decides when a job may enter a queue that is shared by all callers and
// served in the order of arrival.
//
// In such a queue the jobs of one busy caller keep everybody else waiting. So each api keeps
// the jobs of a caller in a line of its own, and lets them into the queue only as fast as
// workers take them. The queue stays short, and somebody who sends one job finds few
// jobs before it.
//
// # A job's way
//
//	Join         Turn            Taken              Started           Ended
//	────▶ waiting ────▶ queued ────────▶ preparing ────────▶ running ────────▶ left
//	         │             │                 │                  │
//	         └─ Refuse ────┴──────── Leave ──┴──────────────────┘
//
// Taken and Started come as progress messages of the worker, which may be lost. Then a job
// counts as queued until it ends; nothing else is wrong.
//
// # Two windows
//
// Each caller has two windows, as a TCP connection has.
//
// The queue window bounds how many jobs of a caller are queued: the square root of the number
// of its jobs that workers have, at least 1. Busy callers get equal shares, also if they send
// through different api processes: the shares of two callers are as the numbers of their
// queued jobs, so with the square root a caller that has four times as many jobs with workers
// has only twice as many in the queue, and the ratio falls until both have the same.
//
// The start window bounds how many jobs of a caller are queued or being prepared. A job
// that is being prepared costs nobody anything yet but our processors, so a caller could
// fill all workers with documents that are hard to open. The window is 4 at first and grows
// by 1 with each job whose provider call is started. A document that reaches a
// limit of its preparation ([Place.HitLimit]) sets the window back to 1. After
// [maxHits] of them, the caller's jobs enter the queue only while no job of another caller is
// queued.
//
// While the queue does not answer ([Line.Suspend]), the windows are open, so that each job finds out
// soon that it cannot be queued.
//
// # The forecast
//
// A job is refused if it would have to wait too long to end before its deadline: when it is
// submitted ([Line.Forecast]), or later, if the estimate changes. The estimate is Little's
// law: the jobs before it, times the mean time that a worker needs for a job, divided by the
// number of the caller's jobs that workers have at once. While a backlog is young, that number says
// little; the best throughput of the last minutes counts instead. Jobs are told apart by their
// [Work]: a scan of two pages counts as many jobs of the mean length as it takes of their time. The time that a job needs itself is
// estimated like the retransmission timer of RFC 6298, from the mean and its deviation.
package admission
