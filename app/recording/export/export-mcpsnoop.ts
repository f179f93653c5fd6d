import { getOrCreate } from '../../base/grouped-by.ts';
import { writeIsoTime } from '../../base/iso-time.ts';
import { parseJson } from '../../base/json-value.ts';
import {
  type FrameRecord,
  type Header,
  type KnownRecord,
  type SessionRecord,
  shownFrame,
} from '../../frame/record.ts';
import { epochOf, type RecordingContent } from './recording-content.ts';

/** Session logs in mcpsnoop's format: one envelope per line, with the message verbatim in `raw`. */
export function* exportMcpsnoop({ header, records }: RecordingContent): Generator<string> {
  const sessions = new Map<string, SnoopSession>();
  for (const record of records) {
    if (record.type === 'mark' || record.type === 'end') continue;
    const label = record.type === 'session' ? record.label : record.session;
    const session = getOrCreate(
      sessions,
      record.session,
      () => new SnoopSession(header, record.session, label ?? record.session),
    );
    const line = session.line(record);
    if (line !== undefined) yield `${line}\n`;
  }
}

/** Numbers the events of one session; dropped ones leave a gap, as in mcpsnoop itself. */
class SnoopSession {
  readonly #header: Header;
  readonly #names: string;
  #seq = 0;

  constructor(header: Header, session: string, label: string) {
    this.#header = header;
    const id = `${session}-${header.startedAt}`;
    this.#names = `"session_id":${JSON.stringify(id)},"server_label":${JSON.stringify(label)}`;
  }

  line(record: KnownRecord): string | undefined {
    switch (record.type) {
      case 'session':
        return this.#event(record.at, 'meta', `"raw":${JSON.stringify(meta(record))}`);
      case 'frame':
        return this.#event(record.at, record.direction === 'client-to-server' ? 'c2s' : 's2c', frame(record));
      case 'stderr':
        return this.#event(record.at, 'stderr', `"text":${JSON.stringify(record.text)}`);
      case 'dropped':
        this.#seq += record.count;
        return undefined;
      default:
        return undefined;
    }
  }

  #event(at: number, direction: string, rest: string): string {
    this.#seq += 1;
    const ts = writeIsoTime(epochOf(this.#header, at), 6);
    return `{${this.#names},"seq":${this.#seq},"ts":"${ts}","direction":"${direction}","transport":"stdio",${rest}}`;
  }
}

function meta({ command, args = [], cwd }: SessionRecord): { command: string[]; cwd?: string } {
  return { command: command === undefined ? [] : [command, ...args], ...(cwd === undefined ? {} : { cwd }) };
}

function frame(record: FrameRecord): string {
  const raw = shownFrame(record);
  const truncated = record.truncatedBytes === undefined ? '' : ',"truncated":true';
  if (parseJson(raw) === undefined) return `"text":${JSON.stringify(raw)}${truncated}`;
  const inner = raw.replace(/^[ \t\r\n]+|[ \t\r\n]+$/g, '');
  // A JSON value cannot keep white space around a message, so it goes into a member that mcpsnoop ignores.
  const exact = inner === raw ? '' : `,"tierscope_raw":${JSON.stringify(raw)}`;
  return `"raw":${inner}${exact}${truncated}`;
}
