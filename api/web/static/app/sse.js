// Reads server-sent events from a text that grows.

/**
 * Returns a function that takes the text received so far and calls
 * onEvent(name, data) for each new event. An event is complete when its blank
 * line has arrived. The service ends lines with \n alone.
 */
export function reader(onEvent) {
  let position = 0;
  return (text) => {
    for (let end; (end = text.indexOf('\n\n', position)) >= 0; position = end + 2) {
      const event = parse(text.slice(position, end));
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
