import { isJsonObject } from '../../app/base/json-value.ts';
import { firstText } from '../../app/frame/preview.ts';
import type { Inspected } from './inspected.ts';
import { settlingEnvelope, wireErrorOf } from './settling-envelope.ts';

const VALIDATION =
  /validat|invalid[_ ](?:tool )?(?:arguments?|params?|parameters?|input)|\bschema\b|is required|required property|missing required|must (?:be|have|match)|expected .{1,60} (?:received|got)/i;
const READ_CHARS = 4000;

/** True where the server rejected the arguments: -32602, or a tool error whose words speak of validation. */
export function speaksOfValidation(inspected: Inspected): boolean {
  const error = wireErrorOf(inspected);
  if (error !== undefined) return error.codeText === '-32602' || VALIDATION.test(error.message);
  const envelope = settlingEnvelope(inspected);
  if (envelope?.kind !== 'result' || !isJsonObject(envelope.result)) return false;
  return VALIDATION.test((firstText(envelope.result) ?? '').slice(0, READ_CHARS));
}
