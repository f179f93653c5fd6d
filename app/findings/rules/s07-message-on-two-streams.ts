import type { RuleCheck } from '../rule.ts';

export const rule: RuleCheck = {
  http({ http }) {
    const note = http.notes.repeated;
    return note === undefined ? undefined : { seq: note.seq, evidence: [note.other ?? note.seq, note.seq] };
  },
};
