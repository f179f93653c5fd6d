import { jsonEqual } from '../base/json-value.ts';
import { err, ok, type Result } from '../base/result.ts';
import {
  type JsoncNode,
  jsoncAt,
  jsoncEnd,
  jsoncMember,
  jsoncMembers,
  jsoncValue,
  parseJsonc,
  positionsIn,
  skipGap,
} from './jsonc.ts';

type Member = readonly [key: string, value: unknown];

export type TextEdit = { readonly start: number; readonly end: number; readonly text: string };

/** Applies edits, which must not overlap; edits at the same place keep their order. */
export function editedText(text: string, edits: readonly TextEdit[]): string {
  const pieces: string[] = [];
  let at = 0;
  for (const { start, end, text: piece } of [...edits].sort((one, other) => one.start - other.start)) {
    pieces.push(text.slice(at, start), piece);
    at = end;
  }
  return pieces.join('') + text.slice(at);
}

/** Sets `value` at a key path, creating the path; all else stays byte for byte. Fails with a sentence. */
export function setJsonc(text: string, path: readonly string[], value: unknown): Result<string> {
  return setMembers(text, path.slice(0, -1), [[path.at(-1) ?? '', value]]);
}

/** Like {@link setJsonc}, for several members of the object at a path. */
export function setMembers(
  text: string,
  path: readonly string[],
  members: readonly Member[],
): Result<string> {
  const { root, problem } = parseJsonc(text);
  if (problem !== undefined) return err(`Line ${problem.line}: ${problem.message}.`);
  const { unit, eol } = layoutOf(text, root);
  if (root === undefined) {
    const gap = text.trimEnd() === '' || text.endsWith('\n') ? '' : eol;
    return ok(`${text}${gap}${rendered(nested(path, Object.fromEntries(members)), unit, eol, '')}${eol}`);
  }
  let node: JsoncNode = root;
  for (const [index, key] of path.entries()) {
    if (node.type !== 'object') return err(notAnObject(text, node, path.slice(0, index)));
    const member = jsoncMember(node, key);
    if (member === undefined) {
      const rest = nested(path.slice(index + 1), Object.fromEntries(members));
      return ok(editedText(text, [addition(text, root, node, [[key, rest]])]));
    }
    node = member.value;
  }
  if (node.type !== 'object') return err(notAnObject(text, node, path));
  const edits: TextEdit[] = [];
  const added: Member[] = [];
  for (const [key, value] of members) {
    const held = jsoncMember(node, key)?.value;
    if (held === undefined) added.push([key, value]);
    else if (!jsonEqual(jsoncValue(held), value)) {
      const indent = indentAt(text, held.offset);
      edits.push({ start: held.offset, end: jsoncEnd(held), text: rendered(value, unit, eol, indent) });
    }
  }
  if (added.length > 0) edits.push(addition(text, root, node, added));
  return ok(editedText(text, edits));
}

/** Appends values to the list at a path; all else stays byte for byte. Fails with a sentence. */
export function appendJsonc(
  text: string,
  path: readonly string[],
  values: readonly unknown[],
): Result<string> {
  const { root, problem } = parseJsonc(text);
  const node = problem === undefined ? jsoncAt(root, path) : undefined;
  if (root === undefined || node === undefined) return setJsonc(text, path, values);
  if (node.type !== 'array') {
    return err(`Line ${positionsIn(text)(node.offset).line}: "${path.join('.')}" is not a list.`);
  }
  const added = values.map((value): Member => ['', value]);
  return ok(editedText(text, added.length === 0 ? [] : [addition(text, root, node, added)]));
}

/** Removes the members at these paths with their commas. A missing path changes nothing. */
export function removeJsonc(text: string, paths: readonly (readonly string[])[]): Result<string> {
  const { root, problem } = parseJsonc(text);
  if (problem !== undefined) return err(`Line ${problem.line}: ${problem.message}.`);
  return ok(
    editedText(
      text,
      paths.flatMap((path) => removal(text, jsoncAt(root, path.slice(0, -1)), path.at(-1) ?? '')),
    ),
  );
}

function removal(text: string, holder: JsoncNode | undefined, key: string): readonly TextEdit[] {
  const members = jsoncMembers(holder);
  const at = members.findLastIndex((one) => one.key === key);
  const member = members[at];
  if (holder === undefined || member === undefined) return [];
  const end = jsoncEnd(member.value);
  const after = skipGap(text, end);
  if (text[after] === ',') {
    const next = text.slice(after + 1).search(/\S|$/) + after + 1;
    if (text[next] !== '}') return [{ start: member.keyStart, end: next, text: '' }];
  }
  const previous = members[at - 1];
  const start = previous === undefined ? holder.offset + 1 : jsoncEnd(previous.value);
  return [{ start, end: text[after] === ',' ? after + 1 : end, text: '' }];
}

/** New members at the end of an object, or new elements, whose keys are ignored, at the end of a list. */
function addition(text: string, root: JsoncNode, node: JsoncNode, added: readonly Member[]): TextEdit {
  const { unit, eol } = layoutOf(text, root);
  const parts = (gap: string, indent: string): string =>
    added
      .map(([key, value]) => {
        const opening = node.type === 'array' ? '' : `${JSON.stringify(key)}: `;
        return `${gap}${opening}${rendered(value, unit, eol, indent)}`;
      })
      .join(',');
  const last = node.children?.at(-1);
  const outer = indentAt(text, node.offset);
  if (last === undefined) {
    const [start, end] = [node.offset + 1, jsoncEnd(node) - 1];
    const inside = text.slice(start, end);
    const indent = outer + unit;
    const part = parts(eol + indent, indent);
    if (inside.trim() === '') return { start, end, text: `${part}${eol}${outer}` };
    return { start, end: start, text: inside.includes('\n') ? part : `${part}${eol}${indent}` };
  }
  const manyLines = text.slice(node.offset, last.offset).includes('\n');
  const indent = manyLines ? indentAt(text, last.offset) : outer;
  const comma = skipGap(text, jsoncEnd(last));
  const trailing = text[comma] === ',';
  const start = trailing ? comma + 1 : jsoncEnd(last);
  const end = manyLines ? start + remarkLength(text.slice(start)) : start;
  const part = parts(manyLines ? eol + indent : ' ', indent);
  return { start, end, text: `${trailing ? '' : ','}${text.slice(start, end)}${part}${trailing ? ',' : ''}` };
}

/** The length of a trailing comment, which belongs to what precedes it. */
function remarkLength(rest: string): number {
  return /^[ \t]*(?:\/\/[^\n\r]*|\/\*[^\n\r]*?\*\/[ \t]*(?=[\n\r]))/.exec(rest)?.[0].length ?? 0;
}

function nested(path: readonly string[], value: unknown): unknown {
  return path.reduceRight<unknown>((inner, key) => ({ [key]: inner }), value);
}

function notAnObject(text: string, node: JsoncNode, path: readonly string[]): string {
  const name = path.length === 0 ? 'The file' : `"${path.join('.')}"`;
  return `Line ${positionsIn(text)(node.offset).line}: ${name} is not an object in braces.`;
}

/** A file's layout: its indentation per level (two spaces if it has none) and its line ends. */
function layoutOf(text: string, root: JsoncNode | undefined): { unit: string; eol: string } {
  const eol = text.includes('\r\n') ? '\r\n' : '\n';
  const [first] = jsoncMembers(root);
  const unit = first === undefined ? '' : indentAt(text, first.keyStart);
  return { unit: unit === '' ? '  ' : unit, eol };
}

/** The blanks at the start of the line at `offset`. */
function indentAt(text: string, offset: number): string {
  const lineStart = text.lastIndexOf('\n', offset - 1) + 1;
  return /^[ \t]*/.exec(text.slice(lineStart, offset))?.[0] ?? '';
}

/** A value as JSON text, with its later lines indented by `indent`. */
function rendered(value: unknown, unit: string, eol: string, indent: string): string {
  return (JSON.stringify(value, null, unit) ?? 'null').replaceAll('\n', eol + indent);
}
