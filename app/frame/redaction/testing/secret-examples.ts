import table from '../secret-forms.json' with { type: 'json' };
import { readForm } from '../secret-forms.ts';

/** A made-up secret in its maker's form, and the text around it. */
export type SecretExample = {
  readonly maker: string;
  readonly name: string;
  readonly form: string;
  readonly text: string;
  readonly secret: string;
};

/** One example of each form in the table; another seed gives other examples. */
export function secretExamples(seed = 1): readonly SecretExample[] {
  const draw = randomNumbers(seed);
  return [...table.shapes, ...table.contexts].flatMap(({ maker, forms }) =>
    forms.flatMap(([name = '', ...texts]) =>
      texts.map((form) => ({ maker, name, form, ...example(form, draw) })),
    ),
  );
}

function example(form: string, draw: () => number): { readonly text: string; readonly secret: string } {
  const { pieces, from, to } = readForm(form);
  const texts = pieces.map(({ has, min, max }) => {
    const members = [...has.keys()].filter((unit) => has[unit] === 1 && unit < 128);
    const count = max === min ? min : Math.max(1, min);
    return Array.from({ length: count }, () =>
      String.fromCharCode(members[Math.floor(draw() * members.length)] ?? 0),
    ).join('');
  });
  return { text: texts.join(''), secret: texts.slice(from, to).join('') };
}

/** Pseudorandom numbers from 0 to 1 (mulberry32). */
function randomNumbers(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
  };
}
