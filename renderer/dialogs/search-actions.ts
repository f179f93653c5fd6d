import type { Action } from '../keyboard/actions.ts';

/**
 * The actions that hold every word of the text: those whose title begins with it first, then those with all
 * words in the title. Among equals those that were chosen lately come first; `recent` holds their titles, the
 * newest first. A title is listed once.
 */
export function searchActions(
  actions: readonly Action[],
  text: string,
  recent: readonly string[] = [],
): Action[] {
  const words = text
    .toLowerCase()
    .split(/\s+/)
    .filter((word) => word !== '');
  const whole = text.trim().toLowerCase();
  const seen = new Set<string>();
  const found = actions.flatMap((action) => {
    const title = action.title.toLowerCase();
    const haystack = `${action.group} ${title} ${action.detail ?? ''}`.toLowerCase();
    if (seen.has(action.title) || !words.every((word) => haystack.includes(word))) return [];
    seen.add(action.title);
    const used = recent.indexOf(action.title);
    const lately = used < 0 ? 1 : used / (recent.length + 1);
    const fit = title.startsWith(whole) ? 0 : words.every((word) => title.includes(word)) ? 1 : 2;
    return [{ action, rank: fit * 2 + lately }];
  });
  // A stable sort: actions of one rank stay in the order of the table.
  return found.sort((one, other) => one.rank - other.rank).map(({ action }) => action);
}
