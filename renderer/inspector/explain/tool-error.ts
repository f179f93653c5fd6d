import { isJsonObject, type JsonObject, stringAt } from '../../../app/base/json-value.ts';
import type { LookupContext } from '../../../app/codes/lookup-context.ts';
import { type ContentBlock, readBlocks } from '../../ui/content/content-block.ts';

/** What `structuredContent.error` says, read as far as it goes. */
export type StatedError = {
  /** The code as JSON text, empty for none. */
  readonly codeText: string;
  readonly message: string;
  readonly data: unknown;
};

type ToolError = {
  readonly blocks: readonly ContentBlock[];
  /** One sentence if `content` is missing, empty or no list; else empty. */
  readonly contentProblem: string;
  readonly structured: unknown;
  readonly error: StatedError | undefined;
  readonly hint: string;
  /** Members beside `content` that MCP does not define, and that some servers put the reason into. */
  readonly extras: readonly { readonly name: string; readonly value: unknown }[];
  /** One sentence if `content` and `structuredContent.error` contradict each other; else empty. */
  readonly disagreement: string;
  /** True if `content` holds the text of `structuredContent.error`: whichever a host passes on, it says the same. */
  readonly agrees: boolean;
};

const DEFINED = ['content', 'structuredContent', 'isError', '_meta', 'resultType'];

/** What the catalogue may know of the code inside `structuredContent.error`. */
export function toolErrorContext(session: LookupContext, error: StatedError): LookupContext {
  return {
    ...session,
    tier: 'tool',
    message: error.message,
    method: 'tools/call',
    ...(error.data === undefined ? {} : { data: error.data }),
  };
}

/** Reads an `isError` result for the amber panel. */
export function readToolError(result: JsonObject): ToolError {
  const blocks = readBlocks(result.content);
  const structured = result.structuredContent;
  const stated = isJsonObject(structured) ? structured.error : undefined;
  const error = readStated(stated);
  const differs = disagreement(blocks, error);
  return {
    blocks,
    contentProblem: contentProblem(result),
    structured,
    error,
    hint: hintOf(stated) ?? hintOf(structured) ?? hintOf(result) ?? '',
    extras: Object.keys(result)
      .filter((name) => !DEFINED.includes(name))
      .map((name) => ({ name, value: result[name] })),
    disagreement: differs,
    agrees: differs === '' && error !== undefined && error.message !== '',
  };
}

function readStated(value: unknown): StatedError | undefined {
  if (typeof value === 'string') return { codeText: '', message: value, data: undefined };
  if (!isJsonObject(value)) return undefined;
  return {
    codeText: value.code === undefined ? '' : JSON.stringify(value.code),
    message: stringAt(value, 'message') ?? '',
    data: value.data,
  };
}

function contentProblem(result: JsonObject): string {
  const { content } = result;
  if (content === undefined)
    return 'The result has no content: a host that passes on content has nothing to pass on.';
  if (!Array.isArray(content)) return 'content is not a list: strict clients reject the result.';
  return content.length === 0
    ? 'content is empty: a host that passes on content can only say that the call failed.'
    : '';
}

/** `recovery.hint`, where mcp-ts-core puts it (`data.recovery`) and where others do. */
function hintOf(value: unknown): string | undefined {
  if (!isJsonObject(value)) return undefined;
  const data = isJsonObject(value.data) ? value.data : undefined;
  return stringAt(data?.recovery, 'hint') ?? stringAt(value.recovery, 'hint');
}

function disagreement(blocks: readonly ContentBlock[], error: StatedError | undefined): string {
  if (error === undefined || error.message === '') return '';
  const text = blocks.map((block) => (block.kind === 'text' ? block.text : '')).join('\n');
  if (text.trim() === '') {
    return 'structuredContent.error has a message, but content has no text: a host that forwards content loses it.';
  }
  if (folded(text).includes(folded(error.message))) return '';
  return 'content and structuredContent.error tell different stories: which of them the model reads depends on the host.';
}

function folded(text: string): string {
  return text
    .toLowerCase()
    .replace(/\\?["'“”]/g, '')
    .replace(/\s+/g, ' ')
    .trim();
}
