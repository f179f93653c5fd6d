import { isJsonObject } from '../base/json-value.ts';
import { MCP_METHODS, methodFacts } from '../protocol/methods.ts';
import { requiredMembers } from '../protocol/result-shapes.ts';
import type { Answer, WireError } from '../wire/envelope.ts';
import type { Exchange } from './exchange.ts';

/** How well an answer's content fits a request: it belongs to another one, may belong to it, or clearly does. */
type Fit = 'other' | 'perhaps' | 'shown';
/** The parts of a request that an answer's content can be compared with. */
export type Asked = Pick<Readonly<Exchange>, 'method' | 'target'>;

const METHOD_NOT_FOUND = '-32601';
/** Members of a tool result other than `content`, which some servers omit. */
const OF_TOOL = ['isError', 'structuredContent', 'toolResult', 'task'];
/** The noun that errors about each method family use. */
const SPOKEN_OF: readonly (readonly [family: string, noun: RegExp])[] = [
  ['tools/call', /\btools?\b/i],
  ['prompts/', /\bprompts?\b/i],
  ['resources/', /\bresources?\b|\buri\b/i],
];

/**
 * Finds the request of an answer whose id matches nothing open: the only open request if the content fits, or the one
 * among several that the content identifies. `isTaken`: the id is that of an answered request; `misnumbers`: the server
 * has used wrong ids before, so among identical requests it answers the first.
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

/** The only request that an answer's content identifies; undefined if there is none or more than one. */
export function shownRequest<Of extends Asked>(answer: Answer, waiting: readonly Of[]): Of | undefined {
  const [shown, another] = waiting.filter((asked) => contentFit(answer, asked) === 'shown');
  if (shown !== undefined) return another === undefined ? shown : undefined;
  const [left, more] = waiting.filter((asked) => contentFit(answer, asked) === 'perhaps');
  return more === undefined && waiting.length > 1 ? left : undefined;
}

/** Compares an answer with a request by content alone. */
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
