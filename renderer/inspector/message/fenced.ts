const RAW_CHARS = 20_000;

/** Wire text in a Markdown fence below its title, cut where it is long; empty for empty text. */
export function fenced(title: string, raw: string, language: string): string {
  if (raw === '') return '';
  const cut =
    raw.length > RAW_CHARS ? `${raw.slice(0, RAW_CHARS)}\n… ${raw.length - RAW_CHARS} characters more` : raw;
  // A fence longer than any inside keeps the wire text from ending the block.
  const longest = Math.max(2, ...[...cut.matchAll(/`+/g)].map((run) => run[0].length));
  const fence = '`'.repeat(longest + 1);
  const head = title === '' ? '' : `${title}:\n\n`;
  return `${head}${fence}${language}\n${cut}\n${fence}`;
}
