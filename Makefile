# Two commands are all a newcomer needs: make demo, make test.
SHELL := /bin/bash

# Where tests that are started from here have the neural networks of the local reader: deploy/ocr makes the folder.
export BIOM_OCR_DIR := $(CURDIR)/bin/ocr

.PHONY: demo test test-all build release generate cluster lint bench chaos fuzz mutations proof samples screenshots lighthouse

demo: ## start biom on embedded parts and send it the sample reports
	deploy/setup demo
	$(MAKE) build
	deploy/demo

test: ## the linter and all tests but the long ones, with real servers, most with the race detector
	deploy/setup test
	deploy/test

test-all: ## the long tests: samples of every medium, mutations, every scene, kills at length
	deploy/setup test
	deploy/test long

build: ## bin/biom, bin/biomdev, and bin/ocr with what the local reader reads scans by
	deploy/build bin ./cmd/biom ./cmd/biomdev
	deploy/ocr bin/ocr

release: ## builds twice, in clean clones, and compares; leaves the binaries in DIR (dist)
	deploy/release $(DIR)

generate: ## everything that is generated and committed, but the samples
	go generate ./api/... ./deploy/...
	go test ./cmd/biom -run Readme -update
	npm --prefix shared/client/python/generate run generate
	npm --prefix shared/client/typescript run generate

cluster: ## the distributed form as plain processes on this machine, behind HAProxy
	deploy/setup cluster
	deploy/cluster $(or $(DIR),data/cluster)

lint: ## the rules of style and of who may import whom
	deploy/lint

bench: ## speed and memory beside their references, in one run
	deploy/setup bench
	deploy/ocr bin/ocr
	go test -run '^$$' -bench . -benchtime 3s ./...

chaos: ## the faults at full length: to single parts, then 200 to a whole cluster under load
	BIOM_CHAOS=full go test -run 'Survives|VendorCalls' -count 1 -timeout 4h -v ./cmd/biom
	go test -run TestLongChaos -count 1 -timeout 4h -v ./deploy -args -requests 20000 -faults 200 -clocks -seed $(or $(SEED),0)

fuzz: ## every parser of outside bytes for TIME each (20m), then 50,000 random requests
	deploy/setup test
	deploy/ocr bin/ocr
	deploy/fuzz $(or $(TIME),20m)
	go test -run TestLongRandomRequests -count 1 -timeout 2h -v ./cmd/biom -args -requests 50000

mutations: ## a thousand damaged documents, and every sample, through the local reader, about an hour
	deploy/ocr bin/ocr
	go test -run 'TestLongMutations|TestLongSamples' -count 1 -timeout 4h -v ./worker/provider/local -args -mutations 1000 -every-sample

proof: ## what a second reading finds, on a hundred samples and a hundred random layouts of each medium, about an hour
	deploy/ocr bin/ocr
	go test -run TestLongProof -count 1 -timeout 2h -v ./worker/recheck -args -proof-documents 100

samples: ## make the committed sample reports anew
	go generate ./worker/eval/samples

screenshots: ## a picture of every scene of the pages, in every look
	deploy/setup test
	deploy/ocr bin/ocr
	go test -count 1 -run TestLongScenes ./api/web/browsertest -args -shots $(abspath $(or $(DIR),data/screenshots))

lighthouse: ## scores of the pages, by npm's Lighthouse
	deploy/setup lighthouse
	$(MAKE) build
	deploy/lighthouse $(or $(DIR),data/lighthouse)
