/** A part of a URI without its percent signs (RFC 3986, section 2.1); as it is written if it is no such text. */
export function percentDecoded(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}
