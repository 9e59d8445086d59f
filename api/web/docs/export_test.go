package docs

// Render makes a page of Markdown.
var Render = render
