package openai

// IsOpenAI gives the tests access to isOpenAI.
var IsOpenAI = isOpenAI
