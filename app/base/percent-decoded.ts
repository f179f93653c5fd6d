/** Decodes the percent escapes in a part of a URI (RFC 3986, section 2.1); malformed text is returned as it is. */
export function percentDecoded(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}
