import { stringAt } from '../base/json-value.ts';
import type { EnvelopeFault, WireError } from '../wire/envelope.ts';
import { saying } from './failure.ts';

/** What the server gives as its reason, in one sentence. */
export function said({ message, data }: WireError): string {
  const detail =
    typeof data === 'string' && data !== message
      ? data
      : (stringAt(data, 'message') ?? stringAt(data, 'detail'));
  const texts = [message, detail ?? ''].filter((text) => text.trim() !== '');
  return texts.length === 0 ? 'It gives no reason.' : `It says ${texts.map(saying).join(' and ')}.`;
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
