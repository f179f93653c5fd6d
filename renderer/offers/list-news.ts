/** Names said of each kind of change; more are counted. */
const SAID = 3;

/** What changed from one list to the next, by name, in one sentence. */
export function listNews(before: readonly string[], after: readonly string[]): string {
  const had = new Set(before);
  const has = new Set(after);
  const added = after.filter((name) => !had.has(name));
  const removed = before.filter((name) => !has.has(name));
  const parts = [
    ...(added.length > 0 ? [`added ${some(added)}`] : []),
    ...(removed.length > 0 ? [`removed ${some(removed)}`] : []),
  ];
  const what = parts.length === 0 ? 'the names are the same' : parts.join('; ');
  return `The server changed this list, and it was read again: ${what}.`;
}

function some(names: readonly string[]): string {
  const said = names.slice(0, SAID).join(', ');
  return names.length > SAID ? `${said} and ${names.length - SAID} more` : said;
}
