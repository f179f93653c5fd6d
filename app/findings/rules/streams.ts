import { foreignName } from '../../base/foreign-text.ts';
import { isStream } from '../../session/http-exchange.ts';
import type { RuleCheck } from '../rule.ts';

export const S01: RuleCheck = {
  http({ http, unanswered }) {
    const [first] = unanswered;
    if (first === undefined || !isStream(http) || http.how !== 'complete' || http.isCut) return undefined;
    const { unreadable, ignored, unterminated } = http.notes;
    // What arrived in place of the answer has its own rule.
    if (unreadable !== undefined || ignored !== undefined || unterminated !== undefined) return undefined;
    if (http.eventId === undefined) return { case: 'lost' };
    return { case: 'resumable', severity: 'advice', unanswered: first };
  },
};

export const S02: RuleCheck = {
  http({ http }) {
    if (!isStream(http) || http.how !== 'cut') return undefined;
    return { seq: http.endSeq, values: { received: http.received } };
  },
};

export const S03: RuleCheck = {
  http({ http }) {
    const note = http.notes.unreadable;
    return note === undefined ? undefined : { seq: note.seq, before: note.about.slice(0, 200) };
  },
};

export const S04: RuleCheck = {
  http({ http }) {
    const note = http.notes.ignored;
    return note === undefined ? undefined : { seq: note.seq, values: { type: foreignName(note.about) } };
  },
};

export const S05: RuleCheck = {
  http({ http }) {
    const note = http.notes.unterminated;
    return note === undefined ? undefined : { seq: note.seq, before: note.about.slice(0, 200) };
  },
};

export const S06: RuleCheck = {
  http({ http }) {
    const note = http.notes.foreignAnswer;
    if (note === undefined) return undefined;
    const stream = http.request?.method === 'GET' ? 'the listening stream' : 'the stream of another request';
    return { seq: note.seq, values: { id: note.about.slice(0, 80), stream } };
  },
};

export const S07: RuleCheck = {
  http({ http }) {
    const note = http.notes.repeated;
    return note === undefined ? undefined : { seq: note.seq, evidence: [note.other ?? note.seq, note.seq] };
  },
};

export const S08: RuleCheck = {
  http({ http }) {
    const note = http.notes.reusedId;
    return note === undefined ? undefined : { seq: note.seq, values: { id: foreignName(note.about) } };
  },
};

export const S09: RuleCheck = {
  http({ http, unanswered }) {
    const isPolled =
      unanswered.length > 0 && isStream(http) && http.how === 'complete' && http.eventId !== undefined;
    return isPolled && http.retryMs === undefined ? {} : undefined;
  },
};

/** Milliseconds; a server that ends its stream does so at once. */
const PATIENCE_MS = 2000;

export const S10: RuleCheck = {
  http({ http, unanswered }) {
    if (!isStream(http) || http.answeredAt < 0 || unanswered.length > 0) return undefined;
    const ms = Math.round(http.endedAt - http.answeredAt);
    return ms > PATIENCE_MS ? { values: { ms } } : undefined;
  },
};

/** Milliseconds; clients and proxies give up on a silent body, Node's fetch after 300 s. */
const SILENCE_MS = 60_000;

export const S12: RuleCheck = {
  http({ http }) {
    if (!isStream(http) || http.longestSilence <= SILENCE_MS) return undefined;
    return { seq: http.endSeq, values: { seconds: Math.round(http.longestSilence / 1000) } };
  },
};
