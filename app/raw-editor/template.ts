import type { JsonObject } from '../base/json-value.ts';
import { CLIENT_CAPABILITIES_KEY, PROTOCOL_VERSION_KEY } from '../protocol/meta-keys.ts';
import { eraOf } from '../protocol/revisions.ts';

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
  /** What fulfils `expects`. */
  readonly good: readonly Reply[];
  /** The same for one revision, if revisions differ. */
  readonly goodIn?: (revision: string) => readonly Reply[];
  /** What is seen often and does no harm. */
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

/** Templates with what most of them have in common; one that has its own keeps it. */
export function sharing<const Shared extends Partial<Template>>(
  shared: Shared,
  own: readonly (Omit<Template, keyof Shared> & Partial<Template>)[],
): readonly Template[] {
  return own.map((one) => ({ ...shared, ...one }) as Template);
}

/** Over stdio most SDKs drop what they cannot parse without a word (measured: TypeScript SDK 1.32, 2.4). */
export const OFTEN_SILENT: readonly Reply[] = ['silence'];

/** What a good server of this revision answers; empty stands for a session without one. */
export function goodReplies(template: Template, revision: string): readonly Reply[] {
  return revision === '' ? template.good : (template.goodIn?.(revision) ?? template.good);
}

/** A request that is right in the session's revision, as JSON text. */
export function requestText(context: TemplateContext, method: string, params?: JsonObject): string {
  const sent = withMeta(context, params);
  const rest = sent === undefined ? '' : `,"params":${JSON.stringify(sent)}`;
  return `{"jsonrpc":"2.0","id":${context.freshId},"method":${JSON.stringify(method)}${rest}}`;
}

/** A harmless request that every server of the session's revision answers. */
export function harmlessText(context: TemplateContext): string {
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
export function metaText(context: TemplateContext): string {
  const params = withMeta(context);
  return params === undefined ? '' : `,"params":${JSON.stringify(params)}`;
}
