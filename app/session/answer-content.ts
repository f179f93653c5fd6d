import { isJsonObject } from '../base/json-value.ts';
import { MCP_METHODS, methodFacts } from '../protocol/methods.ts';
import { requiredMembers } from '../protocol/result-shapes.ts';
import type { Answer, WireError } from '../wire/envelope.ts';
import type { Exchange } from './exchange.ts';

/** How well an answer fits a request by what it holds: it belongs to another one, it may be meant, or it shows it. */
type Fit = 'other' | 'perhaps' | 'shown';
/** A request, as far as an answer can show that it is meant for it. */
export type Asked = Pick<Readonly<Exchange>, 'method' | 'target'>;

const METHOD_NOT_FOUND = '-32601';
/** Members of a tool's result beside `content`, which some servers leave out. */
const OF_TOOL = ['isError', 'structuredContent', 'toolResult', 'task'];
/** What an error about each of these speaks of. */
const SPOKEN_OF: readonly (readonly [family: string, noun: RegExp])[] = [
  ['tools/call', /\btools?\b/i],
  ['prompts/', /\bprompts?\b/i],
  ['resources/', /\bresources?\b|\buri\b/i],
];

/**
 * What an answer is meant for whose id leads to nothing that waits: the one request that waits if the content fits, or
 * the one of several that the content shows. `isTaken` is true for the id of a request that was answered; `misnumbers`
 * for a server that did so before: of several that ask the same it answers the first.
 */
export function meantRequest<Of extends Asked>(
  answer: Answer,
  waiting: readonly Of[],
  isTaken: boolean,
  misnumbers = false,
): Of | undefined {
  const [only, ...more] = waiting;
  const isAny = more.every(
    ({ method, target }) => misnumbers && method === only?.method && target === only.target,
  );
  if (only === undefined || !isAny) return shownRequest(answer, waiting);
  const fit = contentFit(answer, only);
  return fit === 'shown' || (fit === 'perhaps' && (!isTaken || answer.kind === 'error')) ? only : undefined;
}

/** The one request that an answer shows it is meant for; undefined if it shows none, or several. */
export function shownRequest<Of extends Asked>(answer: Answer, waiting: readonly Of[]): Of | undefined {
  const [shown, another] = waiting.filter((asked) => contentFit(answer, asked) === 'shown');
  if (shown !== undefined) return another === undefined ? shown : undefined;
  const [left, more] = waiting.filter((asked) => contentFit(answer, asked) === 'perhaps');
  return more === undefined && waiting.length > 1 ? left : undefined;
}

/** How well an answer fits a request by its content alone. */
export function contentFit(answer: Answer, asked: Asked): Fit {
  return answer.kind === 'error' ? errorFit(answer.error, asked) : resultFit(answer.result, asked);
}

function resultFit(result: unknown, { method }: Asked): Fit {
  if (!isJsonObject(result)) return 'perhaps';
  const names = Object.keys(result).filter((name) => name !== '_meta' && name !== 'resultType');
  const wanted = requiredMembers(method);
  if (wanted === undefined || result.resultType === 'input_required') return 'perhaps';
  if (names.length === 0) return wanted.length === 0 ? 'shown' : 'perhaps';
  const isWhole = wanted.length > 0 && wanted.every((name) => name in result);
  if (isWhole || (method === 'tools/call' && OF_TOOL.some((name) => name in result))) return 'shown';
  return MCP_METHODS.some((other) => {
    const members = requiredMembers(other) ?? [];
    return members.length > 0 && members.every((name) => name in result);
  })
    ? 'other'
    : 'perhaps';
}

function errorFit({ codeText, message }: WireError, { method, target }: Asked): Fit {
  const text = message.slice(0, 500);
  if (text.includes(method) || (target.length > 2 && text.includes(target))) return 'shown';
  if (MCP_METHODS.some((other) => other.includes('/') && text.includes(other))) return 'other';
  if (codeText === METHOD_NOT_FOUND) return methodFacts(method) === undefined ? 'shown' : 'perhaps';
  const spoken = SPOKEN_OF.filter(([, noun]) => noun.test(text));
  if (spoken.length === 0) return 'perhaps';
  return spoken.some(([family]) => method.startsWith(family)) ? 'shown' : 'perhaps';
}
