import { isMap, isScalar, isSeq, parseDocument } from 'yaml';
import { MAX_LEVELS } from '../../../app/base/json-value.ts';
import { err, ok, type Result } from '../../../app/base/result.ts';
import { yamlTooDeep } from '../../system/yaml-depth.ts';

/** The limit of values that aliases may expand to: a small file must not grow to gigabytes. */
const MAX_ALIASES = 100;
const LISTED_ERRORS = 20;

/**
 * Converts one YAML document to JSON text with the core schema, which creates only plain values. Integers beyond 2^53
 * keep their digits. A damaged document is read as far as possible, with its problems.
 */
export function yamlToJson(text: string): Result<{ json: string; problems: readonly string[] }> {
  const deep = yamlTooDeep(text);
  if (deep !== undefined) {
    return err(`line ${deep} is nested more than ${MAX_LEVELS} levels deep; shorten what stands there`);
  }
  try {
    const document = parseDocument(text, { schema: 'core', intAsBigInt: true, logLevel: 'silent' });
    const problems = document.errors.slice(0, LISTED_ERRORS).map(({ message }) => firstLine(message));
    if (!isMap(document.contents) && !isSeq(document.contents) && !isScalar(document.contents)) {
      return err(problems[0] ?? 'it is empty');
    }
    return ok({ json: jsonOf(document.toJS({ maxAliasCount: MAX_ALIASES })), problems });
  } catch (error) {
    return err(error instanceof Error ? firstLine(error.message) : String(error));
  }
}

/** Throws if the value is too deep, which any value that contains itself through an alias is. */
function jsonOf(value: unknown, level = 0): string {
  if (typeof value === 'bigint') return String(value);
  if (typeof value !== 'object' || value === null) return JSON.stringify(value) ?? 'null';
  if (level > MAX_LEVELS) throw new Error(`its aliases nest it more than ${MAX_LEVELS} levels deep`);
  if (Array.isArray(value)) return `[${value.map((item) => jsonOf(item, level + 1)).join(',')}]`;
  const members = Object.entries(value).map(
    ([key, member]) => `${JSON.stringify(key)}:${jsonOf(member, level + 1)}`,
  );
  return `{${members.join(',')}}`;
}

function firstLine(message: string): string {
  return message.split('\n', 1)[0] ?? message;
}
