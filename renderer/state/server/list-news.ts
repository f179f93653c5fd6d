/** Names said of each kind of change; more are counted. */
const SAID = 3;

/** What changed from one list to the next, by name, in one sentence that begins with why it was asked for. */
export function listNews(
  before: readonly string[],
  after: readonly string[],
  why: 'changed' | 'restarted' = 'changed',
): string {
  const had = new Set(before);
  const has = new Set(after);
  const added = after.filter((name) => !had.has(name));
  const removed = before.filter((name) => !has.has(name));
  const parts = [
    ...(added.length > 0 ? [`added ${some(added)}`] : []),
    ...(removed.length > 0 ? [`removed ${some(removed)}`] : []),
  ];
  const what = parts.length === 0 ? 'the names are the same' : parts.join('; ');
  const begun = why === 'changed' ? 'The server changed this list' : 'The server was started anew';
  return `${begun}, and ${why === 'changed' ? 'it' : 'this list'} was read again: ${what}.`;
}

function some(names: readonly string[]): string {
  const said = names.slice(0, SAID).join(', ');
  return names.length > SAID ? `${said} and ${names.length - SAID} more` : said;
}
