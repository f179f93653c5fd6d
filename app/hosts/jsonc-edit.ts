import { err, ok, type Result } from '../base/result.ts';
import {
  type JsoncNode,
  jsoncAt,
  jsoncElements,
  jsoncEnd,
  jsoncMember,
  jsoncMembers,
  jsoncValue,
  jsonEqual,
  parseJsonc,
  positionAt,
  skipGap,
} from './jsonc.ts';

/**
 * Puts `value` at a path of keys and makes the objects on the way. Every other byte stays, comments too;
 * a value that is already there changes nothing. Fails with a sentence if the text is damaged, or if
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
    if (node.type !== 'object') return err(notAnObject(text, node, path.slice(0, index)));
    const member = jsoncMember(node, key);
    if (member === undefined) {
      const rest = nested(path.slice(index + 1), value);
      const parts = jsoncMembers(node).map((one) => ({ start: one.keyStart, end: jsoncEnd(one.value) }));
      const place = { start: node.offset, end: jsoncEnd(node), parts, opening: `${JSON.stringify(key)}: ` };
      return ok(inserted(text, root, place, rest));
    }
    node = member.value;
  }
  if (jsonEqual(jsoncValue(node), value)) return ok(text);
  const { unit, eol } = layoutOf(text, root);
  return ok(
    splice(text, node.offset, jsoncEnd(node), rendered(value, unit, eol, indentAt(text, node.offset))),
  );
}

/**
 * Puts `value` at the end of the list at a path of keys, and makes the list if there is none. Every other
 * byte stays. Fails with a sentence if the text is damaged, or if there is no list at the path.
 */
export function appendJsonc(text: string, path: readonly string[], value: unknown): Result<string> {
  const { root, problem } = parseJsonc(text);
  const node = problem === undefined ? jsoncAt(root, path) : undefined;
  if (root === undefined || node === undefined) return setJsonc(text, path, [value]);
  if (node.type !== 'array') {
    return err(`Line ${positionAt(text, node.offset).line}: "${path.join('.')}" is not a list.`);
  }
  const parts = jsoncElements(node).map((one) => ({ start: one.offset, end: jsoncEnd(one) }));
  const place = { start: node.offset, end: jsoncEnd(node), parts, opening: '' };
  return ok(inserted(text, root, place, value));
}

/** Takes the member at a path away, with its comma. A path that is not there changes nothing. */
export function removeJsonc(text: string, path: readonly string[]): Result<string> {
  const { root, problem } = parseJsonc(text);
  if (problem !== undefined) return err(`Line ${problem.line}: ${problem.message}.`);
  const holder = jsoncAt(root, path.slice(0, -1));
  const members = jsoncMembers(holder);
  const at = members.findLastIndex((one) => one.key === path.at(-1));
  const member = members[at];
  if (holder === undefined || member === undefined) return ok(text);
  const end = jsoncEnd(member.value);
  const after = skipGap(text, end);
  if (text[after] === ',') {
    const next = text.slice(after + 1).search(/\S|$/) + after + 1;
    if (text[next] !== '}') return ok(splice(text, member.keyStart, next, ''));
  }
  const previous = members[at - 1];
  const from = previous === undefined ? holder.offset + 1 : jsoncEnd(previous.value);
  return ok(splice(text, from, text[after] === ',' ? after + 1 : end, ''));
}

/** An object or a list, its members or elements, and what stands before the value of a new one. */
type Place = {
  readonly start: number;
  readonly end: number;
  readonly parts: readonly { readonly start: number; readonly end: number }[];
  readonly opening: string;
};

function inserted(text: string, root: JsoncNode, place: Place, value: unknown): string {
  const { start, end: close, parts, opening } = place;
  const { unit, eol } = layoutOf(text, root);
  const last = parts.at(-1);
  const outer = indentAt(text, start);
  if (last === undefined) {
    const inside = text.slice(start + 1, close - 1);
    const indent = outer + unit;
    const part = `${eol}${indent}${opening}${rendered(value, unit, eol, indent)}`;
    return inside.trim() === ''
      ? splice(text, start + 1, close - 1, `${part}${eol}${outer}`)
      : splice(text, start + 1, start + 1, inside.includes('\n') ? part : `${part}${eol}${indent}`);
  }
  const manyLines = text.slice(start, last.start).includes('\n');
  const indent = manyLines ? indentAt(text, last.start) : outer;
  const part = `${opening}${rendered(value, unit, eol, indent)}`;
  const comma = skipGap(text, last.end);
  const trailing = text[comma] === ',';
  const end = trailing ? comma + 1 : last.end;
  const lineEnd = manyLines ? end + remarkLength(text.slice(end)) : end;
  const remark = text.slice(end, lineEnd);
  const gap = manyLines ? eol + indent : ' ';
  return splice(text, end, lineEnd, `${trailing ? '' : ','}${remark}${gap}${part}${trailing ? ',' : ''}`);
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
  return `Line ${positionAt(text, node.offset).line}: ${name} is not an object in braces.`;
}

function splice(text: string, start: number, end: number, replacement: string): string {
  return text.slice(0, start) + replacement + text.slice(end);
}

/** How a file is written: its indentation per level (two blanks if it has none) and its line ends. */
function layoutOf(text: string, root: JsoncNode | undefined): { unit: string; eol: string } {
  const eol = text.includes('\r\n') ? '\r\n' : '\n';
  const [first] = jsoncMembers(root);
  const unit = first === undefined ? '' : indentAt(text, first.keyStart);
  return { unit: unit === '' ? '  ' : unit, eol };
}

/** The blanks at the start of the line that `offset` is in. */
function indentAt(text: string, offset: number): string {
  const lineStart = text.lastIndexOf('\n', offset - 1) + 1;
  return /^[ \t]*/.exec(text.slice(lineStart, offset))?.[0] ?? '';
}

/** A value as JSON text, its later lines indented by `indent`. */
function rendered(value: unknown, unit: string, eol: string, indent: string): string {
  return (JSON.stringify(value, null, unit) ?? 'null').replaceAll('\n', eol + indent);
}
