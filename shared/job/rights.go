package job

import (
	"biom/shared/broker"
)

// ClientRights returns what a [Client] must be allowed to do on NATS.
func ClientRights() []broker.Right {
	const id, streamOf = broker.Nobody, "KV_" + BucketRequests
	rights := publish("submit jobs", subjectJobs+id, "$JS.API.STREAM.MSG.DELETE."+StreamJobs, "$JS.API.STREAM.PURGE."+StreamJobs)
	rights = append(rights, publish("end jobs", subjectStarted+id, subjectCancel+id)...)
	rights = append(rights, publish("read results", "$JS.API.STREAM.MSG.GET."+StreamResults)...)
	rights = append(rights, publish("keep requests", subjectRequests+id, "$JS.API.STREAM.MSG.GET."+streamOf, "$JS.API.DIRECT.GET."+streamOf+"."+subjectRequests+id,
		subjectUploads+id, subjectOwners+id, "$JS.API.DIRECT.GET."+StreamUploads+"."+subjectUploads+id, "$JS.API.STREAM.PURGE."+StreamUploads,
		subjectAlive+id, subjectForget+id, subjectPosition+id)...)
	rights = append(rights, publish("repeat dead jobs", subjectAside+id, "$JS.API.DIRECT.GET."+StreamAside+"."+subjectAside+id, "$JS.API.STREAM.PURGE."+StreamAside)...)
	rights = append(rights, publish("list batches", subjectBatches+id+"."+id, "$JS.API.CONSUMER.CREATE."+StreamBatches+"."+id+"."+subjectBatches+id+".*",
		"$JS.API.CONSUMER.MSG.NEXT."+StreamBatches+"."+id, "$JS.API.CONSUMER.DELETE."+StreamBatches+"."+id, "$JS.API.STREAM.PURGE."+StreamBatches)...)
	rights = append(rights, publish("check provider keys", subjectCheck)...)
	for _, s := range Streams() {
		rights = append(rights, publish("make the queue", "$JS.API.STREAM.CREATE."+s, "$JS.API.STREAM.UPDATE."+s, "$JS.API.STREAM.INFO."+s)...)
	}
	for _, tier := range []Tier{Standard, Slow} {
		name := StreamJobs + "." + consumerName(tier)
		rights = append(rights, publish("make the queue", "$JS.API.CONSUMER.CREATE."+name+"."+subjectJobs+string(tier), "$JS.API.CONSUMER.INFO."+name)...)
	}
	return append(rights, subscribe("hear of jobs and requests", subjectProgress+id+".*", subjectDone+id+".*", subjectChanged+id,
		subjectAlive+id, subjectForget+id, subjectPosition+id, subjectStatus, subjectRetry)...)
}

// WorkerRights returns what a [Worker] must be allowed to do on NATS.
func WorkerRights() []broker.Right {
	const id = broker.Nobody
	rights := publish("look at the queue", "$JS.API.STREAM.INFO."+StreamResults, "$JS.API.STREAM.INFO."+StreamUploads)
	for _, tier := range []Tier{Standard, Slow} {
		name := StreamJobs + "." + consumerName(tier)
		rights = append(rights, publish("take jobs", "$JS.API.CONSUMER.INFO."+name, "$JS.API.CONSUMER.MSG.NEXT."+name)...)
	}
	rights = append(rights, publish("take jobs", "$JS.ACK."+StreamJobs+"."+id+"."+id, "$JS.API.DIRECT.GET."+StreamUploads+"."+subjectUploads+id)...)
	rights = append(rights, publish("end jobs", subjectProgress+id+"."+id, subjectStarted+id, subjectResults+id+"."+id, subjectDead+id,
		"$JS.API.STREAM.MSG.GET."+StreamResults)...)
	return append(rights, subscribe("hear of cancelled jobs and of checks of keys", subjectCancel+"*", subjectCheck, subjectStatus)...)
}

// ClientNeedsNot returns what an api can do without, and what would let it, or whoever has taken it
// over, read jobs.
func ClientNeedsNot() []broker.Right {
	return append(publish("take and read jobs", "$JS.API.CONSUMER.MSG.NEXT."+StreamJobs+"."+consumerStandard, "$JS.API.STREAM.MSG.GET."+StreamJobs), needsNot()...)
}

// WorkerNeedsNot returns what a worker can do without, and what would let it, or whoever has taken it
// over, submit jobs and read what callers come back for.
func WorkerNeedsNot() []broker.Right {
	rights := publish("submit jobs", subjectJobs+broker.Nobody)
	rights = append(rights, publish("read and change requests", subjectRequests+broker.Nobody, "$JS.API.STREAM.MSG.GET.KV_"+BucketRequests)...)
	return append(rights, needsNot()...)
}

func needsNot() []broker.Right {
	return append(subscribe("listen to the replies to other roles", "_INBOX.>"), publish("delete streams", "$JS.API.STREAM.DELETE."+broker.Nobody)...)
}

func publish(why string, subjects ...string) (rights []broker.Right) {
	for _, s := range subjects {
		rights = append(rights, broker.Right{Subject: s, Why: why})
	}
	return rights
}

func subscribe(why string, subjects ...string) (rights []broker.Right) {
	for _, r := range publish(why, subjects...) {
		r.Subscribe = true
		rights = append(rights, r)
	}
	return rights
}

// Streams returns the names of the streams that a [Client] makes.
func Streams() (names []string) {
	for _, s := range streams(StreamOptions{}) {
		names = append(names, s.Name)
	}
	return append(names, "KV_"+BucketRequests)
}
