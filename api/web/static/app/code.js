// Share codes as people type or paste them.

const separator = '[^\\p{L}\\p{N}]'; // a hyphen, a space, or any other character that is neither letter nor digit
const pattern = new RegExp(`^${separator}*([a-z]+)${separator}+([a-z]+)${separator}+([0-9](?:${separator}*[0-9]){5})${separator}*$`, 'u');

/**
 * Returns the share code, word-word-123456, in a text that was typed or pasted:
 * a code or its link, in any letter case, with hyphens or spaces. Undefined if
 * there is none.
 */
export function parseShareCode(text) {
  const typed = unescaped(text).toLowerCase();
  const link = /\/pin\/([^/?#]*)/.exec(typed);
  const [, first, second, digits] = pattern.exec(link ? link[1] : typed) ?? [];
  return digits && `${first}-${second}-${digits.replace(/[^0-9]/g, '')}`;
}

/** Decodes the percent-encoding of an address. Text that is not encoded correctly is returned as it is. */
export function unescaped(text) {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
