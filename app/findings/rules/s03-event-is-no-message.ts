import type { RuleCheck } from '../rule.ts';

export const rule: RuleCheck = {
  http({ http }) {
    const note = http.notes.unreadable;
    return note === undefined ? undefined : { seq: note.seq, before: note.about.slice(0, 200) };
  },
};
