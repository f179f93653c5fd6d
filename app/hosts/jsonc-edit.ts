import { err, ok, type Result } from '../base/result.ts';
import { jsonEqual } from './json-equal.ts';
import { type JsoncNode, jsoncMember, jsoncValue, parseJsonc, positionAt } from './jsonc.ts';
import { indentAt, layoutOf, rendered } from './jsonc-layout.ts';
import { skipGap } from './jsonc-parser.ts';

/**
 * Puts `value` at a path of keys and makes the objects on the way. Every other byte stays, comments too;
 * a value that is already there changes nothing. Fails with a sentence where the text is damaged, or where
 * a value on the way is no object.
 */
export function setJsonc(text: string, path: readonly string[], value: unknown): Result<string> {
  const { root, problem } = parseJsonc(text);
  if (problem !== undefined) return err(`Line ${problem.line}: ${problem.message}.`);
  if (root === undefined) {
    const { unit, eol } = layoutOf(text, root);
    const gap = text.trimEnd() === '' || text.endsWith('\n') ? '' : eol;
    return ok(`${text}${gap}${rendered(nested(path, value), unit, eol, '')}${eol}`);
  }
  let node: JsoncNode = root;
  for (const [index, key] of path.entries()) {
    if (node.kind !== 'object') return err(notAnObject(text, node, path.slice(0, index)));
    const member = jsoncMember(node, key);
    if (member === undefined)
      return ok(inserted(text, root, node, key, nested(path.slice(index + 1), value)));
    node = member.value;
  }
  if (jsonEqual(jsoncValue(node), value)) return ok(text);
  const { unit, eol } = layoutOf(text, root);
  return ok(splice(text, node.start, node.end, rendered(value, unit, eol, indentAt(text, node.start))));
}

/** Takes the member at a path away, with its comma. A path that is not there changes nothing. */
export function removeJsonc(text: string, path: readonly string[]): Result<string> {
  const { root, problem } = parseJsonc(text);
  if (problem !== undefined) return err(`Line ${problem.line}: ${problem.message}.`);
  const key = path.at(-1);
  let holder: JsoncNode | undefined = root;
  for (const step of path.slice(0, -1)) holder = jsoncMember(holder, step)?.value;
  const member = key === undefined ? undefined : jsoncMember(holder, key);
  if (holder?.kind !== 'object' || member === undefined) return ok(text);
  const after = skipGap(text, member.value.end);
  if (text[after] === ',') {
    const next = text.slice(after + 1).search(/\S|$/) + after + 1;
    if (text[next] !== '}') return ok(splice(text, member.keyStart, next, ''));
  }
  const previous = holder.members[holder.members.indexOf(member) - 1];
  const from = previous === undefined ? holder.start + 1 : previous.value.end;
  return ok(splice(text, from, text[after] === ',' ? after + 1 : member.value.end, ''));
}

function inserted(text: string, root: JsoncNode, node: JsoncNode, key: string, value: unknown): string {
  if (node.kind !== 'object') return text;
  const { unit, eol } = layoutOf(text, root);
  const last = node.members.at(-1);
  const outer = indentAt(text, node.start);
  if (last === undefined) {
    const inside = text.slice(node.start + 1, node.end - 1);
    const indent = outer + unit;
    const member = `${eol}${indent}${JSON.stringify(key)}: ${rendered(value, unit, eol, indent)}`;
    return inside.trim() === ''
      ? splice(text, node.start + 1, node.end - 1, `${member}${eol}${outer}`)
      : splice(
          text,
          node.start + 1,
          node.start + 1,
          inside.includes('\n') ? member : `${member}${eol}${indent}`,
        );
  }
  const manyLines = text.slice(node.start, last.keyStart).includes('\n');
  const indent = manyLines ? indentAt(text, last.keyStart) : outer;
  const member = `${JSON.stringify(key)}: ${rendered(value, unit, eol, indent)}`;
  const comma = skipGap(text, last.value.end);
  const trailing = text[comma] === ',';
  const end = trailing ? comma + 1 : last.value.end;
  const lineEnd = manyLines ? end + remarkLength(text.slice(end)) : end;
  const remark = text.slice(end, lineEnd);
  const gap = manyLines ? eol + indent : ' ';
  return splice(text, end, lineEnd, `${trailing ? '' : ','}${remark}${gap}${member}${trailing ? ',' : ''}`);
}

/** The length of a comment that ends the line: it belongs to what stands before it. */
function remarkLength(rest: string): number {
  return /^[ \t]*(?:\/\/[^\n\r]*|\/\*[^\n\r]*?\*\/[ \t]*(?=[\n\r]))/.exec(rest)?.[0].length ?? 0;
}

function nested(path: readonly string[], value: unknown): unknown {
  return path.reduceRight<unknown>((inner, key) => ({ [key]: inner }), value);
}

function notAnObject(text: string, node: JsoncNode, path: readonly string[]): string {
  const name = path.length === 0 ? 'The file' : `"${path.join('.')}"`;
  return `Line ${positionAt(text, node.start).line}: ${name} is not an object in braces.`;
}

function splice(text: string, start: number, end: number, replacement: string): string {
  return text.slice(0, start) + replacement + text.slice(end);
}
