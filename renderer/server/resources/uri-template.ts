import { plainText } from '../../../app/base/json-value.ts';

/** A variable of a URI template (RFC 6570, section 2.3). */
type TemplateVariable = {
  readonly name: string;
  /** True for `{name*}`, which expands a list. */
  readonly list: boolean;
};

type Part = { readonly literal: string } | { readonly operator: string; readonly variables: readonly Spec[] };
type Spec = TemplateVariable & { readonly most: number };

/** How each operator expands (RFC 6570, appendix A). */
const OPERATORS: Readonly<Record<string, Rule>> = {
  '': { first: '', between: ',', named: false, empty: '', reserved: false },
  '+': { first: '', between: ',', named: false, empty: '', reserved: true },
  '#': { first: '#', between: ',', named: false, empty: '', reserved: true },
  '.': { first: '.', between: '.', named: false, empty: '', reserved: false },
  '/': { first: '/', between: '/', named: false, empty: '', reserved: false },
  ';': { first: ';', between: ';', named: true, empty: '', reserved: false },
  '?': { first: '?', between: '&', named: true, empty: '=', reserved: false },
  '&': { first: '&', between: '&', named: true, empty: '=', reserved: false },
};

type Rule = {
  readonly first: string;
  readonly between: string;
  readonly named: boolean;
  readonly empty: string;
  readonly reserved: boolean;
};

/** The variables of a template, without duplicates, in order of appearance. */
export function templateVariables(template: string): TemplateVariable[] {
  const found = new Map<string, TemplateVariable>();
  for (const part of partsOf(template)) {
    if ('literal' in part) continue;
    for (const { name, list } of part.variables) if (!found.has(name)) found.set(name, { name, list });
  }
  return [...found.values()];
}

/** The URI of a template with its variables filled in; omits variables without a value (RFC 6570). */
export function expandTemplate(template: string, values: Readonly<Record<string, unknown>>): string {
  return partsOf(template)
    .map((part) =>
      'literal' in part ? encoded(part.literal, true) : expanded(part.operator, part.variables, values),
    )
    .join('');
}

function partsOf(template: string): Part[] {
  return template.split(/(\{[^{}]*\})/).map((piece): Part => {
    const match = /^\{([+#./;?&]?)([^{}]+)\}$/.exec(piece);
    const variables = (match?.[2] ?? '').split(',').map(specOf);
    if (match === null || variables.includes(undefined)) return { literal: piece };
    return { operator: match[1] ?? '', variables: variables.filter((one) => one !== undefined) };
  });
}

function specOf(text: string): Spec | undefined {
  const match = /^([\w%.]+)(\*|:(\d{1,4}))?$/.exec(text.trim());
  if (match?.[1] === undefined) return undefined;
  return { name: match[1], list: match[2] === '*', most: Number(match[3] ?? 0) };
}

function expanded(
  operator: string,
  variables: readonly Spec[],
  values: Readonly<Record<string, unknown>>,
): string {
  const rule = OPERATORS[operator];
  if (rule === undefined) return '';
  const pieces = variables.flatMap((spec) => {
    const texts = textsOf(Object.hasOwn(values, spec.name) ? values[spec.name] : undefined);
    if (texts.length === 0) return [];
    const cut = texts.map((text) =>
      encoded(spec.most > 0 ? [...text].slice(0, spec.most).join('') : text, rule.reserved),
    );
    const whole = spec.list ? cut : [cut.join(',')];
    return whole.map((text) => (rule.named ? `${spec.name}${text === '' ? rule.empty : `=${text}`}` : text));
  });
  return pieces.length === 0 ? '' : rule.first + pieces.join(rule.between);
}

function textsOf(value: unknown): string[] {
  if (value === undefined || value === null) return [];
  if (Array.isArray(value)) return value.map(plainText);
  return [plainText(value)];
}

/** Percent-encodes all but unreserved characters; with `reserved` also keeps reserved ones and `%41` forms. */
function encoded(text: string, reserved: boolean): string {
  const kept = reserved ? /%[0-9A-Fa-f]{2}|[\w\-.~:/?#[\]@!$&'()*+,;=]/y : /[\w\-.~]/y;
  let out = '';
  for (let at = 0; at < text.length; ) {
    kept.lastIndex = at;
    const whole = kept.exec(text)?.[0];
    const piece = whole ?? String.fromCodePoint(text.codePointAt(at) ?? 0);
    out += whole ?? percent(piece);
    at += piece.length;
  }
  return out;
}

function percent(character: string): string {
  return [...new TextEncoder().encode(character)]
    .map((byte) => `%${byte.toString(16).toUpperCase().padStart(2, '0')}`)
    .join('');
}
