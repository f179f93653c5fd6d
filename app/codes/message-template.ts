/**
 * A wire text with placeholders, as a regular expression: `<x>` stands for anything, also for nothing.
 * Matches anywhere in a text, because logs put prefixes before and details after it.
 */
export function templateRegExp(template: string): RegExp {
  const known = compiled.get(template);
  if (known !== undefined) return known;
  const expression = compile(template);
  compiled.set(template, expression);
  return expression;
}

const compiled = new Map<string, RegExp>();

function compile(template: string): RegExp {
  const parts = template.split(/<[^<>]+>/);
  const leading = parts[0] === '' ? '' : '(?:^|[^\\p{L}\\p{N}])';
  return new RegExp(leading + parts.map(escapeRegExp).join('[\\s\\S]*?'), 'u');
}

/** How much of a template is fixed text: the measure of how specific it is. */
export function templateWeight(template: string): number {
  return template.replace(/<[^<>]+>/g, '').trim().length;
}

function escapeRegExp(text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\/]/g, '\\$&');
}
