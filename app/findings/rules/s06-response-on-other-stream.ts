import type { RuleCheck } from '../rule.ts';

export const rule: RuleCheck = {
  http({ http }) {
    const note = http.notes.foreignAnswer;
    if (note === undefined) return undefined;
    const stream = http.request?.method === 'GET' ? 'the listening stream' : 'the stream of another request';
    return { seq: note.seq, values: { id: note.about.slice(0, 80), stream } };
  },
};
