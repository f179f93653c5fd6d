import { isJsonObject } from '../../base/json-value.ts';
import { MAX_ANSWER_CHARS, MAX_DATA_CHARS, MAX_REFUSAL_CHARS } from '../agent/answer.ts';
import { ORDER } from './hostile-recordings.ts';

/** Invisible characters and those that reorder text. A selector after an emoji only chooses how it is drawn. */
const HIDDEN = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}\p{Default_Ignorable_Code_Point}]/gu;

/** The faults of a `tierscope serve` answer to an agent, one sentence each. */
export function answerFaults(result: unknown): string[] {
  if (!isJsonObject(result)) return ['is not an object'];
  const { content, structuredContent, isError } = result;
  const texts = (Array.isArray(content) ? content : []).map((block) =>
    isJsonObject(block) ? String(block.text) : '',
  );
  const most = isError === true ? MAX_REFUSAL_CHARS : MAX_ANSWER_CHARS;
  const length = JSON.stringify(structuredContent ?? {}).length;
  return [
    ...hiddenIn(result),
    ...texts.filter((text) => text.length > most).map((text) => `its text has ${text.length} characters`),
    ...(length > MAX_DATA_CHARS ? [`its data has ${length} characters`] : []),
    ...texts.flatMap(voiceFaults),
    ...dataFaults(structuredContent),
  ];
}

/** The hidden characters in any text of a message. */
export function hiddenIn(value: unknown): string[] {
  if (isJsonObject(value))
    return Object.entries(value).flatMap(([name, member]) => [...hiddenIn(name), ...hiddenIn(member)]);
  if (Array.isArray(value)) return value.flatMap(hiddenIn);
  if (typeof value !== 'string') return [];
  return [...value.matchAll(HIDDEN)]
    .filter(
      ({ 0: char, index }) =>
        char !== '\n' && !(char === '\ufe0f' && /\p{Extended_Pictographic}$/u.test(value.slice(0, index))),
    )
    .slice(0, 1)
    .map(
      ({ 0: char }) =>
        `U+${char.codePointAt(0)?.toString(16)} is hidden in ${JSON.stringify(value.slice(0, 80))}`,
    );
}

/** A server's order must follow a bar, on an indented line or after a label, and never be in advice. */
export function voiceFaults(text: string): string[] {
  const lines = text.split('\n').filter((line) => line.includes(ORDER));
  const isQuoted = (line: string) =>
    /^(?: +|[a-z]\S* )\| /.test(line) || /^ +[A-Za-z]\S*(?: \([^)]*\))? \| /.test(line);
  return lines
    .filter((line) => !isQuoted(line))
    .map((line) => `speaks for the server: ${line.slice(0, 200)}`);
}

function dataFaults(data: unknown): string[] {
  if (data === undefined) return [];
  const named = isJsonObject(data) && Array.isArray(data.foreign) ? data.foreign.map(String) : [];
  return [...ordersIn(data)]
    .filter((at) => !named.includes(at))
    .map((at) => `${at} holds what the server says, and is not named as foreign`);
}

function ordersIn(value: unknown, at = ''): Set<string> {
  if (typeof value === 'string') return new Set(value.includes(ORDER) ? [at] : []);
  const members = Array.isArray(value)
    ? value.map((item): [string, unknown] => ['*', item])
    : isJsonObject(value)
      ? Object.entries(value)
      : [];
  return new Set(members.flatMap(([name, member]) => [...ordersIn(member, `${at}/${name}`)]));
}
