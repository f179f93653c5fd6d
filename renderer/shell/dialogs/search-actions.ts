import type { Action } from '../../ui/keyboard/action.ts';

/**
 * The actions that hold every word of the text: those whose title begins with it first, then those with the
 * text in the title, then those with all words in it. Among equals those that were chosen lately come first; `recent` holds their titles, the
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
    return [{ action, rank: fitOf(title, whole, words) * 2 + lately }];
  });
  // A stable sort: actions of one rank stay in the order of the table.
  return found.sort((one, other) => one.rank - other.rank).map(({ action }) => action);
}

function fitOf(title: string, whole: string, words: readonly string[]): number {
  if (title.startsWith(whole)) return 0;
  if (title.includes(whole)) return 1;
  return words.every((word) => title.includes(word)) ? 2 : 3;
}
