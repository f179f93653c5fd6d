import { isJsonObject } from '../../base/json-value.ts';

/** A redaction's placeholder for a secret; equal secrets have equal numbers. */
const PLACEHOLDER = /<redacted:(\d{1,6})>/g;

export function secretName(number: string): string {
  return `SECRET_${number}`;
}

/** The variables that a text or JSON value needs for its secrets, sorted and distinct. */
export function secretsIn(value: unknown): readonly string[] {
  const text = typeof value === 'string' ? value : (JSON.stringify(value) ?? '');
  const numbers = [...text.matchAll(PLACEHOLDER)].map(([, number = '']) => Number(number));
  return [...new Set(numbers)].sort((a, b) => a - b).map((number) => secretName(String(number)));
}

/** Splits a text at its secrets into parts, with a variable's name between each pair. */
export function partsOf(text: string): {
  readonly parts: readonly string[];
  readonly names: readonly string[];
} {
  const pieces = text.split(PLACEHOLDER);
  return {
    parts: pieces.filter((_piece, at) => at % 2 === 0),
    names: pieces.filter((_piece, at) => at % 2 === 1).map(secretName),
  };
}

/** A JSON value as JavaScript, on several lines if long; redacted parts are read from the environment. */
export function jsLiteral(value: unknown, indent = ''): string {
  const flat = flatLiteral(value);
  if (flat.length + indent.length <= WIDTH || typeof value !== 'object' || value === null) return flat;
  const inner = `${indent}  `;
  const items = Array.isArray(value)
    ? value.map((item) => `${inner}${jsLiteral(item, inner)},\n`)
    : Object.entries(value).map(([key, item]) => `${inner}${memberName(key)}: ${jsLiteral(item, inner)},\n`);
  const [open, close] = Array.isArray(value) ? ['[', ']'] : ['{', '}'];
  return `${open}\n${items.join('')}${indent}${close}`;
}

const WIDTH = 90;

function flatLiteral(value: unknown): string {
  if (typeof value === 'string') return textLiteral(value);
  if (Array.isArray(value)) return `[${value.map(flatLiteral).join(', ')}]`;
  if (!isJsonObject(value)) return JSON.stringify(value) ?? 'undefined';
  const members = Object.entries(value).map(([key, item]) => `${memberName(key)}: ${flatLiteral(item)}`);
  return members.length === 0 ? '{}' : `{ ${members.join(', ')} }`;
}

function memberName(key: string): string {
  // As a plain member it would set the prototype.
  if (key === '__proto__') return '["__proto__"]';
  if (/^[A-Za-z_$][\w$]*$/.test(key)) return key;
  const literal = textLiteral(key);
  return literal.startsWith('"') ? literal : `[${literal}]`;
}

/** A text as JavaScript: `"a"`, or an expression with `process.env.SECRET_1`. */
export function textLiteral(text: string): string {
  const { parts, names } = partsOf(text);
  if (names.length === 0) return JSON.stringify(text);
  if (names.length === 1 && parts.join('') === '') return `process.env.${names[0]}`;
  const [first = '', ...rest] = parts.map(templatePart);
  return `\`${first}${rest.map((part, at) => `\${process.env.${names[at]}}${part}`).join('')}\``;
}

function templatePart(text: string): string {
  return JSON.stringify(text)
    .slice(1, -1)
    .replaceAll('\\"', '"')
    .replaceAll('`', '\\`')
    .replaceAll('${', '\\${');
}
