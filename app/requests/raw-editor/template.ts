import type { JsonObject } from '../../base/json-value.ts';
import type { Row } from '../../frame/row.ts';
import { CLIENT_CAPABILITIES_KEY, PROTOCOL_VERSION_KEY } from '../../protocol/meta-keys.ts';
import { eraOf, LAST_INITIALIZE } from '../../protocol/revisions.ts';
import written from './templates.json' with { type: 'json' };

/** What may come back for a line: an error with this code, a result, a tool error, or nothing at all. */
export type Reply = number | 'result' | 'tool error' | 'silence';

/** What a template is filled in with: the session that it is sent to. */
export type TemplateContext = {
  /** The revision that was agreed on; empty if none was. */
  readonly revision: string;
  /** An id that nobody has used, as JSON text. */
  readonly freshId: string;
  /** The id of the last request of this side, as JSON text; that of an open one if there is one. */
  readonly usedId: string;
  readonly openId: string;
  /** A tool that the server listed, or a likely name. */
  readonly tool: string;
};

export const TEMPLATE_GROUPS = [
  'Not JSON',
  'Envelope',
  'Ids',
  'Answers nobody asked for',
  'Batches',
  'Order',
  'Calls',
  'Bytes and sizes',
  'Odd, but allowed',
] as const;
type TemplateGroup = (typeof TEMPLATE_GROUPS)[number];

/** One standard mistake: the line, what it breaks, and what a good server makes of it. */
export type Template = {
  readonly id: string;
  readonly group: TemplateGroup;
  readonly title: string;
  /** One sentence: what is wrong with the line. */
  readonly breaks: string;
  /** One sentence: what a good server does. */
  readonly expects: string;
  /** Where that stands. */
  readonly source: string;
  /** What fulfills `expects`. */
  readonly good: readonly Reply[];
  /** The same by revision, by era, or for every other one, if revisions differ. */
  readonly goodIn?: { readonly [revision: string]: readonly Reply[] };
  /** What is seen often and does no harm. Over stdio most SDKs drop what they cannot parse (TypeScript SDK 1.32, 2.4). */
  readonly tolerated: readonly Reply[];
  /** How binding `expects` is; left out for what is only usual. */
  readonly binding?: 'MUST' | 'SHOULD';
  /** How a probe sends it; false if the probe has cases of its own for it, or if it needs a request that is open. */
  readonly probe?: false | ProbeTraits;
  /** The line as visible text, tokens included. */
  readonly text: (context: TemplateContext) => string;
};

type ProbeTraits = {
  /** The capability without which it asks for nothing that is there. */
  readonly needs?: string;
  /** True for a request like any other but for its params or its place, so that its id can be read. */
  readonly isReadable?: boolean;
  /** True if another session, another revision or half a message may be in the process afterwards. */
  readonly leavesMark?: boolean;
  /** Rules that the line is no ground for. */
  readonly spares?: readonly string[];
};

/** A template as templates.json has it: `$name` and `$name(argument)` in its text stand for what `FILLERS` make. */
type WrittenTemplate = Pick<Template, 'id' | 'title' | 'breaks'> & {
  readonly text?: string;
  /** A pattern, and what takes its place once the text is filled in. */
  readonly edit?: readonly string[];
};

/** The standard mistakes, in the order of their groups; one has what its group shares and what is its own. */
export const TEMPLATES: readonly Template[] = written.flatMap(({ group, shared, templates }) =>
  templates.map((own: WrittenTemplate) => {
    const { text = '', edit: [pattern = '', replacement = ''] = [], ...rest } = own;
    return {
      group,
      ...shared,
      ...rest,
      text: (context: TemplateContext) => {
        const line = filled(text, context);
        if (pattern === '') return line;
        return filled(
          line.replace(new RegExp(pattern, 'g'), () => replacement),
          context,
        );
      },
    } as Template;
  }),
);

const DEPTH = 10_000;

/** What a name in a text stands for. */
const FILLERS: { readonly [name: string]: (context: TemplateContext, argument: string) => string } = {
  id: ({ freshId }) => freshId,
  method: harmlessMethod,
  meta: metaText,
  harmless: (context, id) => {
    const known = { '': context.freshId, used: context.usedId, open: context.openId }[id];
    return harmlessText({ ...context, freshId: known ?? id });
  },
  /** A second harmless request beside the first. */
  second: ({ freshId, ...context }) =>
    harmlessText({ ...context, freshId: JSON.stringify(`${freshId.replaceAll('"', '')}-2`) }),
  pretty: (context) => JSON.stringify(JSON.parse(harmlessText(context)), null, 2),
  length: (context) => String(harmlessText(context).length),
  nested: () => `${'['.repeat(DEPTH)}${']'.repeat(DEPTH)}`,
  initialize: ({ freshId }) => {
    const clientInfo = { name: 'by-hand', version: '0' };
    const params = { protocolVersion: LAST_INITIALIZE, capabilities: {}, clientInfo };
    return `{"jsonrpc":"2.0","id":${freshId},"method":"initialize","params":${JSON.stringify(params)}}`;
  },
  /** `$request(method {…})`; the value "the tool" stands for the session's. */
  request: (context, argument) => {
    const [method = ''] = argument.split(' ', 1);
    const params = argument.slice(method.length).replace('"the tool"', () => JSON.stringify(context.tool));
    return requestText(context, method, params === '' ? undefined : JSON.parse(params));
  },
};
const FILLED = new RegExp(`\\$(${Object.keys(FILLERS).join('|')})(?:\\(([^)]*)\\))?`, 'g');

function filled(text: string, context: TemplateContext): string {
  return text.replace(
    FILLED,
    (all, name: string, argument = '') => FILLERS[name]?.(context, argument) ?? all,
  );
}

/** What a good server of this revision answers; empty stands for a session without one. */
export function goodReplies({ good, goodIn = {} }: Template, revision: string): readonly Reply[] {
  if (revision === '') return good;
  return goodIn[revision] ?? goodIn[eraOf(revision)] ?? goodIn.other ?? good;
}

/** What came back so far, set against what a template expects. */
export type ReplyAssessment = 'waiting' | 'as expected' | 'tolerated' | 'something else';

/** What one row of the server says to a raw message; undefined for a row that is no answer. */
export function replyOf(row: Pick<Row, 'shape' | 'tier' | 'code'>): Reply | undefined {
  if (row.shape === 'result' || row.shape === 'batch') return row.tier === 'tool' ? 'tool error' : 'result';
  if (row.shape !== 'error') return undefined;
  const code = Number(row.code);
  return row.code === '' || !Number.isInteger(code) ? Number.NaN : code;
}

/** `quiet` is true once the server had time to answer. Every answer counts, also one beside a good one. */
export function assessReplies(
  { good, tolerated }: Pick<Template, 'good' | 'tolerated'>,
  replies: readonly Reply[],
  quiet: boolean,
): ReplyAssessment {
  if (replies.length === 0 && !quiet) return 'waiting';
  const seen: readonly Reply[] = replies.length === 0 ? ['silence'] : replies;
  if (seen.every((reply) => good.includes(reply))) return 'as expected';
  return seen.every((reply) => good.includes(reply) || tolerated.includes(reply))
    ? 'tolerated'
    : 'something else';
}

/** A request that is right in the session's revision, as JSON text. */
export function requestText(context: TemplateContext, method: string, params?: JsonObject): string {
  const sent = withMeta(context, params);
  const rest = sent === undefined ? '' : `,"params":${JSON.stringify(sent)}`;
  return `{"jsonrpc":"2.0","id":${context.freshId},"method":${JSON.stringify(method)}${rest}}`;
}

function harmlessText(context: TemplateContext): string {
  return requestText(context, harmlessMethod(context));
}

/** `ping` is gone since 2026-07-28. */
export function harmlessMethod({ revision }: TemplateContext): string {
  return eraOf(revision) === 'modern' ? 'tools/list' : 'ping';
}

/** Since 2026-07-28 every request names its revision and what the client can do (basic, "_meta"). */
function withMeta({ revision }: TemplateContext, params?: JsonObject): JsonObject | undefined {
  if (eraOf(revision) !== 'modern') return params;
  const meta = {
    [PROTOCOL_VERSION_KEY]: revision,
    [CLIENT_CAPABILITIES_KEY]: {},
  };
  return { ...params, _meta: meta };
}

/** `params` as JSON text with a comma before it, if the revision wants any; for lines that no JSON.stringify makes. */
function metaText(context: TemplateContext): string {
  const params = withMeta(context);
  return params === undefined ? '' : `,"params":${JSON.stringify(params)}`;
}
