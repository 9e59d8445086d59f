// Server-sent events from a text that grows.

/**
 * Returns a function that takes the text so far and calls onEvent(name, data)
 * for each event that became whole. An event counts once its blank line is
 * there. The service ends lines with \n alone.
 */
export function reader(onEvent) {
  let at = 0;
  return (text) => {
    for (let end; (end = text.indexOf('\n\n', at)) >= 0; at = end + 2) {
      const event = parse(text.slice(at, end));
      if (event.data) onEvent(event.name, event.data);
    }
  };
}

function parse(block) {
  let name = 'message';
  const data = [];
  for (const line of block.split('\n')) {
    const value = line.slice(line.indexOf(':') + 1).replace(/^ /, '');
    if (line.startsWith('event:')) name = value;
    if (line.startsWith('data:')) data.push(value);
  }
  return { name, data: data.join('\n') };
}
