import { isJsonObject, type JsonObject, numberOf, stringAt, writtenOut } from '../../base/json-value.ts';
import { fromBase64, lineText } from '../../wire/line-text.ts';
import { type Entry, type EntryBody, markEntry } from './entry.ts';
import {
  type ForeignLine,
  type LineFormat,
  NO_STDERR,
  objectLines,
  readDirection,
  strangeLine,
} from './foreign-format.ts';
import type { ImportJournal } from './import-journal.ts';

/** charpy's transcript, schema version 1: header, frames with the exact bytes as base64, and events. */
export const charpy: LineFormat = {
  kind: 'lines',
  title: 'charpy',
  notes: [NO_STDERR],
  recognizes: ({ objects }) =>
    objects.some((line) => 'schema_version' in line && 'run_id' in line && 't_mono_ns' in line),
  start: (journal) => {
    const clock = new RunClock(journal);
    return objectLines(journal, (value, line) => {
      const epochMs = clock.at(value);
      if (value.type === 'header') return { epochMs, body: { type: 'session', label: subject(value) } };
      if (value.type === 'frame') return frameOf(value, epochMs, line, journal);
      if (value.type === 'event') return { epochMs, session: sessionOf(value), body: eventBody(value) };
      return strangeLine(line, journal, 'its type is unknown');
    });
  },
};

function frameOf(
  value: JsonObject,
  epochMs: number | undefined,
  line: ForeignLine,
  journal: ImportJournal,
): Entry | undefined {
  const direction = readDirection(value.direction);
  if (direction === undefined) return strangeLine(line, journal, 'its direction is unknown');
  const bytes = decoded(value.raw);
  if (bytes === undefined) return strangeLine(line, journal, 'its raw is not base64');
  const content = bytes.at(-1) === 0x0a ? bytes.subarray(0, -1) : bytes;
  const missing = value.raw_truncated === true ? numberOf(value.raw_len) - bytes.length : 0;
  const truncated = missing > 0 && Number.isSafeInteger(missing) ? { truncatedBytes: missing } : {};
  const body: EntryBody = { type: 'frame', direction, ...lineText(content), ...truncated };
  return { epochMs, session: sessionOf(value), body };
}

function eventBody(value: JsonObject): EntryBody {
  const detail = isJsonObject(value.detail) ? value.detail : {};
  if (value.event_kind === 'subject_exit') {
    const code = detail.exit_code ?? detail.code;
    return { type: 'process', event: 'exited', exitCode: typeof code === 'number' ? code : null };
  }
  const reason = stringAt(detail, 'reason') ?? stringAt(detail, 'text') ?? '';
  return markEntry(`charpy: ${writtenOut(value.event_kind)}${reason === '' ? '' : `, ${reason}`}`).body;
}

/** A gateway has two sides with unrelated ids. */
function sessionOf(value: JsonObject): string {
  const side = value.face === 'upstream' ? ' upstream' : '';
  return side === '' ? '' : `${stringAt(value, 'session_id') ?? 's1'}${side}`;
}

function subject(value: JsonObject): string {
  const { subject: of } = value;
  return stringAt(of, 'descriptor') ?? stringAt(of, 'class') ?? 'charpy';
}

function decoded(raw: unknown): Uint8Array | undefined {
  try {
    return typeof raw === 'string' ? fromBase64(raw) : undefined;
  } catch {
    return undefined;
  }
}

/** The header's wall time plus the run's own clock, which is finer and never jumps. */
class RunClock {
  readonly #journal: ImportJournal;
  #wallMs: number | undefined;

  constructor(journal: ImportJournal) {
    this.#journal = journal;
  }

  at(value: JsonObject): number | undefined {
    const mono = typeof value.t_mono_ns === 'number' ? value.t_mono_ns / 1e6 : undefined;
    if (mono === undefined) return this.#journal.timeOf(value.t_wall);
    this.#wallMs ??= (this.#journal.timeOf(value.t_wall) ?? 0) - mono;
    return this.#wallMs + mono;
  }
}
