// Share codes as people have them.

const between = '[^\\p{L}\\p{N}]'; // hyphens, spaces, whatever is no letter and no digit
const code = new RegExp(`^${between}*([a-z]+)${between}+([a-z]+)${between}+([0-9](?:${between}*[0-9]){5})${between}*$`, 'u');

/**
 * The share code, word-word-123456, in what was typed or pasted: a code or its
 * link, in any case, with spaces for hyphens. Undefined if there is none.
 */
export function understand(text) {
  const typed = unescaped(text).toLowerCase();
  const link = /\/pin\/([^/?#]*)/.exec(typed);
  const [, first, second, digits] = code.exec(link ? link[1] : typed) ?? [];
  return digits && `${first}-${second}-${digits.replace(/[^0-9]/g, '')}`;
}

/** Text of an address as it was meant; as it stands where it is none. */
export function unescaped(text) {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
