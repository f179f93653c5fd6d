/** One step below the root: the key of a member or the index of an element. */
export type PathStep = string | number;

/** The path as one writes it in JavaScript: `result.content[0].text`; `$` for the root. */
export function pathText(steps: readonly PathStep[]): string {
  if (steps.length === 0) return '$';
  return steps.map((step, index) => stepText(step, index === 0)).join('');
}

/** A key for maps: unlike the path's text it tells `1` from `"1"`, and needs no parsing. */
export function pathKey(steps: readonly PathStep[]): string {
  return steps.map((step) => `/${String(step).replaceAll('~', '~0').replaceAll('/', '~1')}`).join('');
}

function stepText(step: PathStep, first: boolean): string {
  if (typeof step === 'number') return `[${step}]`;
  if (/^[A-Za-z_$][\w$]*$/.test(step)) return first ? step : `.${step}`;
  return `[${JSON.stringify(step)}]`;
}
