import { fileURLToPath } from 'node:url';

/** The path of a file as it was typed, or as a desktop hands it over: some give an address, `file:///…`. */
export function typedFile(text: string): string {
  if (!/^file:\/\//i.test(text)) return text;
  try {
    return fileURLToPath(text);
  } catch {
    // No address of this machine: it is told as it was typed.
    return text;
  }
}
