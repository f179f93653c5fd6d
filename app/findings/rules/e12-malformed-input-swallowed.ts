import type { UnreadLine } from '../odd-lines.ts';
import type { EndVerdict, RuleCheck } from '../rule.ts';
import { lineExcerpt } from '../wire-excerpt.ts';

const SHOWN = 50;

/** Nearly every SDK drops such a line over stdio. Reported once per session, at the first line without an error. */
export const rule: RuleCheck = {
  reaction: true,
  end(view) {
    const lines = view.unreadLines.droppedAt(view.facts.now, view.lastAnsweredRequest);
    const [first] = lines;
    return first === undefined ? [] : [verdictOn(first, lines)];
  },
};

function verdictOn(line: UnreadLine, lines: readonly UnreadLine[]): EndVerdict {
  const code = line.codeDue ?? -32600;
  const kind = code === -32700 ? 'no-json' : 'no-message';
  return {
    seq: line.seq,
    evidence: lines.slice(0, SHOWN).map(({ seq }) => seq),
    case: lines.length === 1 ? kind : `${kind}.several`,
    values: { others: lines.length - 1, code, id: shownId(line.idKey) },
    before: lineExcerpt(line.text),
  };
}

/** The id under which an error is due. */
function shownId(key: string): string {
  if (key === '') return 'null';
  return (key.startsWith('s:') ? JSON.stringify(key.slice(2)) : key.slice(2)).slice(0, SHOWN);
}
