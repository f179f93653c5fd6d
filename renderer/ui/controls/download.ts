/** Hands bytes or text to the browser as a file to save. */
export function download(name: string, parts: BlobPart[], type: string): void {
  const address = URL.createObjectURL(new Blob(parts, { type }));
  const link = document.createElement('a');
  link.href = address;
  link.download = name;
  link.click();
  // The browser reads the address after the click, on a slow machine much later.
  setTimeout(() => URL.revokeObjectURL(address), 60_000);
}
