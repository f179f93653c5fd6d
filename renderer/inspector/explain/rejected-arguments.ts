import { isJsonObject } from '../../../app/base/json-value.ts';
import { firstText } from '../../../app/frame/preview.ts';
import type { Inspected } from '../../state/inspected/inspected.ts';
import { settlingEnvelope, wireErrorOf } from '../../state/inspected/settling-envelope.ts';

const VALIDATION =
  /validat|invalid[_ ](?:tool )?(?:arguments?|params?|parameters?|input)|\bschema\b|is required|required property|missing required|must (?:be|have|match)|expected .{1,60} (?:received|got)/i;
/** The tool itself was not there: its arguments were never looked at. */
const NO_TOOL = /unknown tool|tool .{0,200}not found/i;
const READ_CHARS = 4000;

/** True where the server rejected the arguments: -32602, or a tool error whose words speak of validation. */
export function speaksOfValidation(inspected: Inspected): boolean {
  const error = wireErrorOf(inspected);
  if (error !== undefined) {
    if (NO_TOOL.test(error.message)) return false;
    return error.codeText === '-32602' || VALIDATION.test(error.message);
  }
  const envelope = settlingEnvelope(inspected);
  if (envelope?.kind !== 'result' || !isJsonObject(envelope.result)) return false;
  return VALIDATION.test((firstText(envelope.result) ?? '').slice(0, READ_CHARS));
}
