import type { ErrorTier } from '../frame/tier.ts';
import { evidenceLabel, hostLabel, type Lens, type Seen, seenThrough } from '../hosts/lens/lens.ts';
import { passedParts } from '../hosts/lens/passed-on.ts';
import type { SentPart } from '../hosts/lens/passed-piece.ts';
import type { SentAnswer } from '../hosts/lens/sent-answer.ts';
import { LAST_INITIALIZE } from '../protocol/revisions.ts';
import { losesAnswer } from './what-to-do.ts';

/** The parts of an error that reach the model, and the source. Without a host, the source is the specification. */
export type Reaches = {
  /** The host's id in the table; null if unknown. */
  readonly host: string | null;
  /** The host's version by the traffic or the option; null if unknown. */
  readonly version: string | null;
  /** What arrives; empty if nothing does, null if no source says. */
  readonly parts: readonly SentPart[] | null;
  readonly source: string;
  /** The source's date or month; for the specification, its revision. */
  readonly asOf: string;
};

const NO_ANSWER =
  'No answer came that an official client hands on. MCP 2025-11-25 does not say what a host tells the model then.';

const SPECIFIED: { readonly [Tier in ErrorTier]: string } = {
  tool: 'MCP 2025-11-25, server/tools, "Error Handling": clients SHOULD give tool execution errors to the model.',
  protocol: 'MCP 2025-11-25, server/tools, "Error Handling": clients MAY give protocol errors to the model.',
  client: NO_ANSWER,
  transport: NO_ANSWER,
};

/** The specification on an error in this tier: which parts to pass on is up to the host. */
export function reachesBySpecification(tier: ErrorTier): Reaches {
  const parts = tier === 'client' || tier === 'transport' ? [] : null;
  return { host: null, version: null, parts, source: SPECIFIED[tier], asOf: LAST_INITIALIZE };
}

/** For an answer or line that belongs to no call. */
export const NO_CALL: Reaches = {
  ...{ host: null, version: null, parts: [], asOf: LAST_INITIALIZE },
  source: 'It belongs to no call, so a client has nothing to hand it on with.',
};

/** What the row of the lens's host says about an error; without a row, what the specification says. */
export function reachesSeen(tier: ErrorTier, seen: Seen): Reaches {
  const specified = reachesBySpecification(tier);
  if (seen.kind === 'no-host') return specified;
  const { entry } = seen;
  const version = seen.version === '' ? null : seen.version;
  if (seen.kind === 'no-row') {
    const source = `No source says what ${hostLabel(entry, seen.version)} does with it. ${specified.source}`;
    return { ...specified, host: entry.id, version, source };
  }
  const { row } = seen.found;
  const source = `${row.source} (${evidenceLabel(entry, seen.found)})`;
  return { host: entry.id, version, parts: passedParts(seen.passed), source, asOf: row.asOf };
}

/** For an error in a host's transcript, as the model read it; `read` as in a record. */
export function reachesRead(tier: ErrorTier, host: string, read: unknown, code: string): Reaches {
  const hasCode = typeof read !== 'string' || read.includes(code);
  const parts: readonly SentPart[] =
    tier === 'tool' ? ['content'] : hasCode ? ['code', 'message'] : ['message'];
  return { host, version: null, parts, source: 'measured: this transcript', asOf: LAST_INITIALIZE };
}

/** What a client does that validates answers against outputSchema, with a leading space; empty if valid. */
export function thrownAwayText(findings: readonly { readonly rule: string }[]): string {
  return findings.some(({ rule }) => losesAnswer(rule)) ? THROWN_AWAY : '';
}

const THROWN_AWAY =
  ' A client on the TypeScript SDK 1 throws this answer away for its structuredContent: there the model gets an error of the client, and nothing of the answer.';

/** What a model gets, in a few words; "may" and "should" unless a host is known. */
export function reachesText({ host, parts, source }: Reaches, tier: ErrorTier): string {
  if (parts === null) return tier === 'tool' ? SHOULD : MAY;
  const passed =
    parts.length === 0 ? 'nothing of the answer' : parts.map((part) => PART_LABELS[part]).join(', ');
  return host === null ? `${passed}: what the host says of it` : `${passed}: ${source}`;
}

const SHOULD = 'the host should pass it on; which parts arrive depends on the host';
const MAY = 'the host may pass it on';
export const PART_LABELS: { readonly [Part in SentPart]: string } = {
  code: 'the code',
  message: 'the message',
  data: 'the data',
  content: 'content',
  structuredContent: 'structuredContent',
};

/** What the model of this host gets: "Claude Code 2.1.260 passes on the message, but not the data." */
export function seenText({ entry, version, passed }: Extract<Seen, { kind: 'row' }>): string {
  const got = passedParts(passed);
  const parts =
    got.length === 0 ? 'nothing of the answer' : got.map((part) => PART_LABELS[part]).join(' and ');
  const lost = [...new Set(passed.dropped.map(({ part }) => part))];
  const partly = lost
    .filter((part) => got.includes(part))
    .map((part) => `all of ${got.length === 1 ? 'it' : PART_LABELS[part]}`);
  const whole = lost.filter((part) => !got.includes(part)).map((part) => PART_LABELS[part]);
  const not = got.length === 0 ? [] : [...whole, ...partly];
  const but = not.length === 0 ? '' : `, but not ${not.join(' and ')}`;
  return `${hostLabel(entry, version)} passes on ${parts}${but}.`;
}

/** An answer with all parts that are usual in its tier. */
const USUAL: { readonly [Tier in 'protocol' | 'tool']: SentAnswer } = {
  protocol: {
    kind: 'protocol-error',
    method: 'tools/call',
    target: '',
    codeText: '-32603',
    message: '…',
    data: {},
  },
  tool: {
    ...{ kind: 'tool-error', method: 'tools/call', target: '' },
    result: { isError: true, content: [{ type: 'text', text: '…' }], structuredContent: {} },
  },
};

/** The parts of a complete error in this tier that reach the model: in the lens's host, or by the specification. */
export function tierReachText(tier: 'protocol' | 'tool', lens: Lens): string {
  const seen = seenThrough(lens, USUAL[tier]);
  if (seen.kind === 'row') return `${seenText(seen)} (${evidenceLabel(seen.entry, seen.found)})`;
  const unknown =
    seen.kind === 'no-row' ? `No source says it of ${hostLabel(seen.entry, seen.version)}. ` : '';
  return `${unknown}${tier === 'tool' ? TOOL_REACH : PROTOCOL_REACH}`;
}

const TOOL_REACH = 'A host should pass it on; which parts arrive depends on the host.';
const PROTOCOL_REACH = 'A host may pass it on: some pass the message, few the data.';
