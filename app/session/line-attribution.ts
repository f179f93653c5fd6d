import { type FrameRecord, type KnownRecord, shownFrame } from '../frame/record.ts';
import { targetOf } from '../frame/target.ts';
import { readEnvelope } from '../wire/envelope.ts';
import type { Exchange } from './exchange.ts';

/** Why a server log line is attributed to a call. Surest first: by its content, then by its time. */
export const ATTRIBUTIONS = [
  'names the request id',
  'names the target',
  'written while the call was open',
  'written just after',
] as const;
export type Attribution = (typeof ATTRIBUTIONS)[number];

/** What identifies a call in server log lines. Times in milliseconds since the recording began. */
export type AttributedCall = Pick<Exchange, 'requestSeq' | 'target' | 'startedAt'> & {
  readonly id: string;
  /** When it was settled; undefined while it is open. */
  readonly endedAt: number | undefined;
};

/** Servers often log a call just after answering it. */
export const AFTERGLOW_MS = 250;
/** Longer requests are not parsed just to learn their target. */
const LONGEST_REQUEST = 200_000;

const REQUEST_ID =
  /\brequest(?:[ _-]?id)?["'\\]*\s*[=:#]\s*["'\\]*([\w-]+)|\brequest[ _-]?id["'\\]*\s+["'\\]*([\w-]+)/i;

/** Attributes server log lines to one call; must see every record from the request on, in order. */
export class LineAttribution {
  readonly #call: AttributedCall;
  #sender: FrameRecord['direction'] = 'client-to-server';
  /** True once another call has the same target, so lines that name it belong to that call. */
  #targetTaken = false;
  /** True once the id belongs to another request: in the server's next run, or if a client reuses it. */
  #idTaken = false;

  /** `taken` says what already refers to another call, for callers that do not pass the records. */
  constructor(call: AttributedCall, taken: { readonly id?: boolean; readonly target?: boolean } = {}) {
    this.#call = call;
    this.#idTaken = taken.id === true;
    this.#targetTaken = taken.target === true;
  }

  see(record: KnownRecord): void {
    if (record.type === 'process' && record.event === 'spawned' && record.seq > this.#call.requestSeq) {
      this.#idTaken = true;
      this.#targetTaken = true;
    }
    if (record.type === 'frame') this.#frame(record);
  }

  #frame(record: FrameRecord): void {
    if (record.seq === this.#call.requestSeq) this.#sender = record.direction;
    if (record.seq <= this.#call.requestSeq || record.direction !== this.#sender) return;
    const raw = shownFrame(record);
    if (raw.length > LONGEST_REQUEST || !raw.includes('"method"')) return;
    const envelope = readEnvelope(raw);
    if (envelope.kind !== 'request') return;
    if (envelope.id.text === this.#call.id) this.#idTaken = true;
    if (targetOf(envelope.method, envelope.params) === this.#call.target) this.#targetTaken = true;
  }

  /** How a line relates to the call; `other` if it names a different one, undefined without evidence. */
  of(line: string, at: number): Attribution | 'other' | undefined {
    if (!this.#idTaken && namesId(line, this.#call.id)) return 'names the request id';
    if (namesOther(line, this.#call.id)) return 'other';
    const time = this.#byTime(at);
    if ((!this.#targetTaken || time !== undefined) && namesTarget(line, this.#call.target))
      return 'names the target';
    return time;
  }

  #byTime(at: number): Attribution | undefined {
    const { startedAt, endedAt } = this.#call;
    if (at >= startedAt && (endedAt === undefined || at <= endedAt)) return 'written while the call was open';
    const after = endedAt !== undefined && at >= endedAt && at - endedAt <= AFTERGLOW_MS;
    return after ? 'written just after' : undefined;
  }
}

/** The surest attribution among lines that belong together, such as a stack trace. */
export function surest(of: readonly (Attribution | 'other' | undefined)[]): Attribution | undefined {
  const [id, target] = ATTRIBUTIONS;
  if (of.includes(id)) return id;
  if (of.includes(target)) return target;
  if (of.includes('other')) return undefined;
  return ATTRIBUTIONS.find((one) => of.includes(one));
}

/** True if the line says "request id=9" and this call has a different id. */
function namesOther(line: string, id: string): boolean {
  const match = REQUEST_ID.exec(line);
  const named = match?.[1] ?? match?.[2];
  return named !== undefined && /\d/.test(named) && named !== id.replaceAll('"', '');
}

const ID_LABEL = /\b(?:requestId|request_id|request|id)["'\\]*\s{0,8}[=:#]?\s{0,8}/gi;
/** No line names anything longer, and the engine rejects regular expressions of tens of thousands of characters. */
const LONGEST_NAME = 500;

function namesId(line: string, id: string): boolean {
  if (id === '' || id.length > LONGEST_NAME) return false;
  const wanted = id.toLowerCase();
  for (const { 0: label, index } of line.matchAll(ID_LABEL)) {
    const start = index + label.length;
    const end = start + id.length;
    if (line.slice(start, end).toLowerCase() === wanted && !isNamePart(line, end)) return true;
  }
  return false;
}

function namesTarget(line: string, target: string): boolean {
  if (target === '' || target.length > LONGEST_NAME) return false;
  for (let at = line.indexOf(target); at >= 0; at = line.indexOf(target, at + 1)) {
    if (!isNamePart(line, at - 1) && !isNamePart(line, at + target.length)) return true;
  }
  return false;
}

function isNamePart(line: string, at: number): boolean {
  return /[\w-]/.test(line.charAt(at));
}
