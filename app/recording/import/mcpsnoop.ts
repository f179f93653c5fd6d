import { isJsonObject, type JsonObject, stringAt, writtenOut } from '../../base/json-value.ts';
import { memberText } from '../../wire/json-scan.ts';
import { type Entry, frameEntry, sessionBody } from './entry.ts';
import { entryTime } from './entry-time.ts';
import { type ForeignLine, type LineFormat, NO_PROCESS } from './foreign-format.ts';
import type { ImportJournal } from './import-journal.ts';
import { objectLines, readDirection, strangeLine } from './json-line.ts';

/** The session log of mcpsnoop: one envelope of an observed event per line, the message verbatim in `raw`. */
export const mcpsnoop: LineFormat = {
  kind: 'lines',
  title: 'mcpsnoop',
  notes: [NO_PROCESS],
  recognises: ({ objects }) =>
    objects.some((line) => 'session_id' in line && 'direction' in line && 'ts' in line && 'seq' in line),
  start: (journal) => {
    const sessions = new SessionNames();
    const seqs = new Map<string, number>();
    return objectLines(journal, (value, line) => {
      noteGap(value, line, seqs, journal);
      return entryOf(value, line, sessions.of(value), journal);
    });
  },
};

function entryOf(
  value: JsonObject,
  line: ForeignLine,
  session: string,
  journal: ImportJournal,
): Entry | undefined {
  const place = { epochMs: entryTime(value.ts, journal), session };
  noteMarks(value, journal);
  if (value.direction === 'meta') {
    const meta = isJsonObject(value.raw) ? value.raw : {};
    return {
      ...place,
      body: sessionBody(stringAt(value, 'server_label') ?? session, meta.command, meta.cwd),
    };
  }
  if (value.direction === 'stderr') {
    return { ...place, body: { type: 'stderr', text: stringAt(value, 'text') ?? '' } };
  }
  const direction = readDirection(value.direction);
  if (direction === undefined) return strangeLine(line, journal, 'its direction is unknown');
  const raw = stringAt(value, 'tierscope_raw') ?? memberText(line.text, 'raw') ?? stringAt(value, 'text');
  if (raw === undefined) return strangeLine(line, journal, 'it has neither raw nor text');
  return frameEntry(direction, raw, place);
}

function noteMarks(value: JsonObject, journal: ImportJournal): void {
  if (value.truncated === true)
    journal.note('mcpsnoop cut some frames at its size limit and does not say by how much.');
  if (value.redacted === true) journal.note('mcpsnoop replaced secrets in some frames.');
  if (value.batch === true)
    journal.note('mcpsnoop took batches apart: their messages are shown as single frames.');
}

/** A hole in mcpsnoop's own numbers means frames that it dropped. */
function noteGap(
  value: JsonObject,
  line: ForeignLine,
  seqs: Map<string, number>,
  journal: ImportJournal,
): void {
  const id = writtenOut(value.session_id);
  const seq = value.seq;
  if (typeof seq !== 'number') return;
  const missing = seq - (seqs.get(id) ?? seq - 1) - 1;
  if (missing > 0) journal.problem(line.line, `mcpsnoop dropped ${missing} events before this line.`);
  seqs.set(id, seq);
}

/** Names sessions by their label; ids are unique within one connection only. */
class SessionNames {
  readonly #names = new Map<string, string>();
  readonly #taken = new Set<string>();
  /** The number at which the search for a free name goes on, by label. */
  readonly #numbers = new Map<string, number>();

  of(value: JsonObject): string {
    const key = JSON.stringify([value.session_id, value.conn_id ?? '']);
    const known = this.#names.get(key);
    if (known !== undefined) return known;
    const label = stringAt(value, 'server_label') || writtenOut(value.session_id);
    let number = this.#numbers.get(label) ?? 1;
    let name = number === 1 ? label : `${label} ${number}`;
    for (; this.#taken.has(name); name = `${label} ${number}`) number += 1;
    this.#numbers.set(label, number);
    this.#taken.add(name);
    this.#names.set(key, name);
    return name;
  }
}
