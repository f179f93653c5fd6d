import type { JsonObject } from '../../base/json-value.ts';
import type { Row } from '../../frame/row.ts';
import { CLIENT_CAPABILITIES_KEY, PROTOCOL_VERSION_KEY } from '../../protocol/meta-keys.ts';
import { eraOf, LAST_INITIALIZE } from '../../protocol/revisions.ts';
import written from './templates.json' with { type: 'json' };

/** A possible reply to a line: an error with this code, a result, a tool error, or none. */
export type Reply = number | 'result' | 'tool error' | 'silence';

/** The values for a template, from the session that it is sent to. */
export type TemplateContext = {
  /** The negotiated revision; empty for none. */
  readonly revision: string;
  readonly freshId: string;
  /** The id of this side's last request, as JSON text; an open one's if there is one. */
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

/** A standard mistake: the line, what it breaks, and how a good server responds. */
export type Template = {
  readonly id: string;
  readonly group: (typeof TEMPLATE_GROUPS)[number];
  readonly title: string;
  /** One sentence: what is wrong with the line. */
  readonly breaks: string;
  /** One sentence: what a good server does. */
  readonly expects: string;
  readonly source: string;
  /** The replies that fulfill `expects`. */
  readonly good: readonly Reply[];
  /** The good replies by revision, by era, or for all others, if revisions differ. */
  readonly goodIn?: { readonly [revision: string]: readonly Reply[] };
  /** Common, harmless replies. Over stdio most SDKs drop what they cannot parse (TypeScript SDK 1.32, 2.4). */
  readonly tolerated: readonly Reply[];
  /** How binding `expects` is; undefined for mere convention. */
  readonly binding?: 'MUST' | 'SHOULD';
  /** How a probe sends it; false if the probe has its own cases for it, or if it needs an open request. */
  readonly probe?: false | ProbeTraits;
  /** The line as visible text, including tokens. */
  readonly text: (context: TemplateContext) => string;
};

type ProbeTraits = {
  /** The capability without which its target does not exist. */
  readonly needs?: string;
  /** True for a request that is normal except for its params or timing, so its id is readable. */
  readonly isReadable?: boolean;
  /** True if it may leave the process with another session, another revision or half a message. */
  readonly leavesMark?: boolean;
  /** Rules that must not fire because of the line. */
  readonly spares?: readonly string[];
};

/** A template in templates.json: `$name` and `$name(argument)` in its text are replaced by `FILLERS`. */
type WrittenTemplate = Pick<Template, 'id' | 'title' | 'breaks'> & {
  readonly text?: string;
  /** A pattern and its replacement, applied once the text is filled in. */
  readonly edit?: readonly string[];
};

/** The standard mistakes in group order; each combines its group's shared members with its own. */
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

/** The replacement for each name in a text. */
const FILLERS: { readonly [name: string]: (context: TemplateContext, argument: string) => string } = {
  id: ({ freshId }) => freshId,
  method: harmlessMethod,
  meta: metaText,
  harmless: (context, id) => {
    const known = { '': context.freshId, used: context.usedId, open: context.openId }[id];
    return harmlessText({ ...context, freshId: known ?? id });
  },
  /** A second harmless request next to the first. */
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
  /** `$request(method {…})`; the value "the tool" is replaced by the session's tool. */
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

/** The replies of a good server in this revision; empty means a session without one. */
export function goodReplies({ good, goodIn = {} }: Template, revision: string): readonly Reply[] {
  if (revision === '') return good;
  return goodIn[revision] ?? goodIn[eraOf(revision)] ?? goodIn.other ?? good;
}

/** The replies so far, compared with a template's expectation. */
export type ReplyAssessment = 'waiting' | 'as expected' | 'tolerated' | 'something else';

/** The reply in one server row to a raw message; undefined for a row that is not an answer. */
export function replyOf(row: Pick<Row, 'kind' | 'shape' | 'tier' | 'code'>): Reply | undefined {
  if (row.shape === 'result' || row.shape === 'batch') return row.tier === 'tool' ? 'tool error' : 'result';
  // A status that refuses a request is a reply, whatever its body holds.
  const isRefusal = row.kind === 'http' && row.tier !== 'ok';
  if (row.shape !== 'error' && !isRefusal) return undefined;
  const code = Number(row.code);
  return row.code === '' || !Number.isInteger(code) ? Number.NaN : code;
}

/** `quiet` is true once the server has had time to answer. Every answer counts, even next to a good one. */
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

export function requestText(context: TemplateContext, method: string, params?: JsonObject): string {
  const sent = withMeta(context, params);
  const rest = sent === undefined ? '' : `,"params":${JSON.stringify(sent)}`;
  return `{"jsonrpc":"2.0","id":${context.freshId},"method":${JSON.stringify(method)}${rest}}`;
}

function harmlessText(context: TemplateContext): string {
  return requestText(context, harmlessMethod(context));
}

/** 2026-07-28 removed `ping`. */
export function harmlessMethod({ revision }: TemplateContext): string {
  return eraOf(revision) === 'modern' ? 'tools/list' : 'ping';
}

/** Since 2026-07-28 every request declares its revision and the client's capabilities (basic, "_meta"). */
function withMeta({ revision }: TemplateContext, params?: JsonObject): JsonObject | undefined {
  if (eraOf(revision) !== 'modern') return params;
  const meta = {
    [PROTOCOL_VERSION_KEY]: revision,
    [CLIENT_CAPABILITIES_KEY]: {},
  };
  return { ...params, _meta: meta };
}

/** `params` as JSON text after a comma, if the revision needs any; for lines that JSON.stringify cannot make. */
function metaText(context: TemplateContext): string {
  const params = withMeta(context);
  return params === undefined ? '' : `,"params":${JSON.stringify(params)}`;
}
