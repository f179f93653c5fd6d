import { stringAt } from '../base/json-value.ts';
import type { EnvelopeFault, WireError } from '../wire/envelope.ts';

const MAX_QUOTED = 200;

/** A name or a text of the wire, quoted and on one line. */
export function quoted(text: string): string {
  const line = text.replaceAll(/[\s\p{Cc}]+/gu, ' ').trim();
  return `"${line.length > MAX_QUOTED ? `${line.slice(0, MAX_QUOTED)}…` : line}"`;
}

/** What somebody said, in the quotes of a sentence, so that quotes inside it stand. */
export function quote(text: string): string {
  return `“${quoted(text).slice(1, -1)}”`;
}

/** "a", "a and b", "a, b and c"; beyond `most` the rest is counted. */
export function listedNames(names: readonly string[], most = 6): string {
  const shown = names.slice(0, most).map((name) => quoted(name));
  const rest = names.length - shown.length;
  if (rest > 0) return `${shown.join(', ')} and ${rest} more`;
  const last = shown.pop() ?? '';
  return shown.length === 0 ? last : `${shown.join(', ')} and ${last}`;
}

/** A span of time for a sentence: "40 ms", "1.5 s", "2 min 5 s"; milliseconds in. */
export function durationText(ms: number): string {
  if (ms < 1) return 'less than 1 ms';
  if (ms < 1000) return `${Math.round(ms)} ms`;
  const seconds = ms / 1000;
  if (seconds < 60) return `${Number(seconds.toFixed(seconds < 10 ? 1 : 0))} s`;
  const whole = Math.round(seconds);
  return `${Math.floor(whole / 60)} min${whole % 60 === 0 ? '' : ` ${whole % 60} s`}`;
}

/** What the server gives as its reason, in one sentence. */
export function reasonText({ message, data }: WireError): string {
  const detail =
    typeof data === 'string' && data !== message
      ? data
      : (stringAt(data, 'message') ?? stringAt(data, 'detail'));
  const texts = [message, detail ?? ''].filter((text) => text.trim() !== '');
  return texts.length === 0 ? 'It gives no reason.' : `It says ${texts.map(quote).join(' and ')}.`;
}

/** What an envelope breaks of JSON-RPC, as parts of a sentence. */
export function faultsText(faults: readonly EnvelopeFault[]): string {
  return faults.map((fault) => FAULTS[fault]).join(', and ');
}

const FAULTS: { readonly [Fault in EnvelopeFault]: string } = {
  'byte-order-mark': 'it begins with a byte order mark',
  'version-not-2.0': 'its jsonrpc is missing or not "2.0"',
  'id-null': 'its id is null',
  'id-missing': 'it has no id',
  'id-not-string-or-integer': 'its id is neither a text nor an integer',
  'params-not-structured': 'its params are neither an object nor a list',
  'method-in-answer': 'it repeats the method of the request',
  'result-and-error': 'it has both a result and an error',
  'no-result-no-error': 'it has neither a result nor an error',
  'error-not-object': 'its error is no object',
  'code-missing': 'its error has no code',
  'code-not-integer': 'its code is no integer',
  'message-not-string': 'its error has no message that is a text',
};
