import { foreignName } from '../../base/foreign-text.ts';
import type { RuleCheck } from '../rule.ts';

export const rule: RuleCheck = {
  http({ http }) {
    const note = http.notes.reusedId;
    return note === undefined ? undefined : { seq: note.seq, values: { id: foreignName(note.about) } };
  },
};
