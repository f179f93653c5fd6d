import type { Action } from '../keyboard/actions.ts';

/** The actions that hold every word of the text, those whose title begins with it first. */
export function searchActions(actions: readonly Action[], text: string): Action[] {
  const words = text
    .toLowerCase()
    .split(/\s+/)
    .filter((word) => word !== '');
  const fitting = actions.filter((action) => {
    const haystack = `${action.group} ${action.title}`.toLowerCase();
    return words.every((word) => haystack.includes(word));
  });
  const begins = (action: Action) => action.title.toLowerCase().startsWith(text.trim().toLowerCase());
  return [...fitting.filter(begins), ...fitting.filter((action) => !begins(action))];
}
