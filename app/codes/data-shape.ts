import { isJsonObject, type JsonObject } from '../base/json-value.ts';

/**
 * How well `data` fits a shape such as `{uri}` or `{supported:string[], requested:string}`:
 * 4 for every required member present, 3 for a member that is optional, -1 where the shape demands
 * members that are absent, and 0 where nothing can be said.
 */
export function dataShapeFit(shape: string | null, data: unknown): number {
  if (shape === null || shape === 'any') return 0;
  return Math.max(...shape.split('|').map((part) => fitOne(part.trim(), data)));
}

function fitOne(shape: string, data: unknown): number {
  if (shape === '""') return data === '' ? 4 : -1;
  if (!shape.startsWith('{'))
    return shape.startsWith('string') && typeof data === 'string' && data !== '' ? 2 : 0;
  const members = topLevelMembers(shape);
  if (members.length === 0) return 0;
  if (!isJsonObject(data)) return members.some((member) => !member.optional) ? -1 : 0;
  const required = members.filter((member) => !member.optional);
  if (required.length > 0) return required.every((member) => holds(data, member)) ? 4 : -1;
  return members.some((member) => member.name in data) ? 3 : 0;
}

/** True where the member is there, and an object in it has what the shape demands of that. */
function holds(data: JsonObject, { name, inside }: Member): boolean {
  if (!Object.hasOwn(data, name)) return false;
  return inside === '' || fitOne(inside, data[name]) >= 0;
}

type Member = {
  readonly name: string;
  readonly optional: boolean;
  /** The shape of the object that it holds; empty for anything else. */
  readonly inside: string;
};

function topLevelMembers(shape: string): Member[] {
  const members: Member[] = [];
  let depth = 0;
  for (const token of shape.matchAll(/[{[(]|[}\])]|([A-Za-z_]\w*)(\?)?(?=\s*[:,}])/g)) {
    if (token[1] === undefined) depth += '{[('.includes(token[0]) ? 1 : -1;
    else if (depth === 1 && startsMember(shape, token.index)) {
      const rest = shape.slice(token.index + token[0].length);
      members.push({ name: token[1], optional: token[2] === '?', inside: objectAt(rest) });
    }
  }
  return members;
}

/** The object shape that a text such as `:{a:{b}}, c}` begins with; empty where it begins with none. */
function objectAt(rest: string): string {
  const start = /^\s*:\s*(?=\{)/.exec(rest)?.[0].length;
  if (start === undefined) return '';
  let depth = 0;
  for (let at = start; at < rest.length; at += 1) {
    if (rest[at] === '{') depth += 1;
    else if (rest[at] === '}') depth -= 1;
    if (depth === 0) return rest.slice(start, at + 1);
  }
  return '';
}

/** A member's name follows an opening brace or a comma; a type's name follows a colon. */
function startsMember(shape: string, index: number): boolean {
  return /[{,…]\s*$/.test(shape.slice(0, index));
}
