const WORD = 8;

/** A stable id of lower-case hex digits for a text (FNV-1a in 32-bit words): the same export twice is the same file. */
export function hexId(text: string, digits: 16 | 32): string {
  let id = '';
  for (let word = 0; word < digits / WORD; word += 1) id += fnv(`${word}:${text}`);
  // OTLP takes an id of zeros for none.
  return /^0+$/.test(id) ? id.replace(/0$/, '1') : id;
}

function fnv(text: string): string {
  let hash = 0x811c9dc5;
  for (let index = 0; index < text.length; index += 1) {
    hash = Math.imul(hash ^ text.charCodeAt(index), 0x01000193);
  }
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35);
  return ((hash ^ (hash >>> 16)) >>> 0).toString(16).padStart(WORD, '0');
}
