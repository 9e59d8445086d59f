package docs

// Render makes a page from Markdown.
var Render = render
