package openai

// IsOpenAI tells OpenAI's own addresses from those that follow it.
var IsOpenAI = isOpenAI
