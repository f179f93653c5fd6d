import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { runs, someOf } from '../../base/testing/runs.ts';
import { redactedText } from './redactor.ts';
import table from './secret-forms.json' with { type: 'json' };
import { nextSecret, readForm } from './secret-forms.ts';
import { NAMED_VALUES, SECRET_SHAPES } from './secret-shapes.ts';
import { secretExamples } from './testing/secret-examples.ts';

const entries = z
  .array(
    z.strictObject({
      maker: z.string().min(1),
      source: z.url({ protocol: /^https$/ }),
      read: z.iso.date(),
      // A name, and its forms.
      forms: z.array(z.tuple([z.string().min(1), z.string().min(8)], z.string().min(8))).min(1),
    }),
  )
  .min(1);
const tableSchema = z.strictObject({ shapes: entries, contexts: entries });

const textsOf = (list: typeof table.shapes) =>
  list.flatMap(({ forms }) => forms.flatMap(([, ...texts]) => texts));
const SHAPES = textsOf(table.shapes);

describe('the table of secrets', () => {
  it('names a maker, a source and a date for each form, and no form twice', () => {
    tableSchema.parse(table);
    const forms = [...SHAPES, ...textsOf(table.contexts)];
    expect(new Set(forms).size).toBe(forms.length);
    expect(forms.length).toBeGreaterThan(150);
  });

  it('is as old as the page on security says', () => {
    const days = [...table.shapes, ...table.contexts].map(({ read }) => read).toSorted();
    const sentence = `Its oldest source was read on ${days[0]}, its newest on ${days.at(-1)}.`;
    const page = readFileSync('docs/security.md', 'utf8').replace(/\s+/g, ' ');
    expect(page.includes(sentence), `docs/security.md has to say: ${sentence}`).toBe(true);
  });

  it('has only forms that are followed without trying anything twice', () => {
    expect(SHAPES.filter((text) => !isFollowedOnce(text))).toEqual([]);
  });

  it('has no form that the cheap look passes over', () => {
    expect(SHAPES.filter((text) => lengthOf(text) < 15)).toEqual([]);
  });
});

/** A variable piece ends soon, where the next one starts, so no step is ever repeated. */
function isFollowedOnce(text: string): boolean {
  const { pieces, anchor, from, to } = readForm(text);
  const isSound = pieces.slice(0, -1).every(({ has, min, max }, index) => {
    const isShared = pieces[index + 1]?.has.some((one, unit) => one === 1 && has[unit] === 1) ?? false;
    return max <= 1000 && (max === min || !isShared);
  });
  return isSound && anchor >= 0 && to > from;
}

function lengthOf(text: string): number {
  return readForm(text).pieces.reduce((sum, { min }) => sum + min, 0);
}

describe('the rules beside the table', () => {
  const RULES = [...SECRET_SHAPES.map(({ pattern }) => pattern), ...NAMED_VALUES];

  it('bound every count but the last, so that no place costs more than a constant', () => {
    const open = RULES.filter(({ source }) => {
      const plain = source.replace(/\\[\s\S]/g, 'x').replace(/\[[^\]]*\]/g, 'x');
      // Lazy quantifiers belong to key blocks, which may run to the end of the text.
      return /(?:[*+]|\{\d+,\})(?!\?|[)]*(?:$|\|))/.test(plain);
    });
    expect(open.map(({ source }) => source)).toEqual([]);
  });
});

const WAYS: Readonly<Record<string, (text: string) => string>> = {
  'as it is': (text) => text,
  'within a sentence': (text) => `see ${text} there`,
  'in lines': (text) => `first\n${text}\nlast`,
  'in JSON': (text) => JSON.stringify({ note: text, n: 1 }),
  'in JSON within JSON': (text) => JSON.stringify({ text: JSON.stringify({ body: `a\n${text}` }) }),
};

describe('every secret of the table', () => {
  it.each(Object.entries(WAYS))('is replaced, %s', (_way, write) => {
    const left = someOf(secretExamples(11)).filter(({ text, secret }) => {
      const clean = redactedText(write(text));
      return clean.includes(secret) || clean.includes(JSON.stringify(secret).slice(1, -1));
    });
    expect(left.map(({ maker, name, text }) => `${maker}, ${name}: ${text}`)).toEqual([]);
  });

  it.each([
    ['in a URL', (secret: string) => `https://h.example/x?note=${secret}#top`],
    ['behind an escape', (secret: string) => `a\\n${secret}\\n`],
    ['behind a percent sign', (secret: string) => `note%3D${secret}%0A`],
    ['in quotes and brackets', (secret: string) => `["${secret}"]('${secret}')`],
  ])('that shows by itself is replaced, %s', (_way, write) => {
    const own = secretExamples(12).filter(
      ({ form, text, secret }) => SHAPES.includes(form) && text === secret,
    );
    expect(own.length).toBeGreaterThan(150);
    expect(own.filter(({ secret }) => redactedText(write(secret)).includes(secret))).toEqual([]);
  });
});

/** Counts the reads of a text. */
class CountedText {
  reads = 0;
  readonly #text: string;

  constructor(text: string) {
    this.#text = text;
  }

  get length(): number {
    return this.#text.length;
  }

  charCodeAt(at: number): number {
    this.reads += 1;
    return this.#text.charCodeAt(at);
  }
}

function readsOf(text: string): number {
  const counted = new CountedText(text);
  for (let found = nextSecret(counted, 0); found !== undefined; ) found = nextSecret(counted, found.behind);
  return counted.reads;
}

it('is looked for in steps by the length of a text, also in the beginnings of secrets', () => {
  const beginnings = secretExamples(13).map(({ text }) => text);
  const hostile = fc.array(fc.tuple(fc.constantFrom(...beginnings), fc.nat(40)), {
    minLength: 1,
    maxLength: 4,
  });
  fc.assert(
    fc.property(hostile, fc.constantFrom('', ' ', '-', '.'), (parts, joint) => {
      const unit = parts.map(([text, length]) => text.slice(0, length + 1)).join(joint) + joint;
      const once = unit.repeat(Math.ceil(2000 / unit.length));
      // Twice the text may cost twice as much; quadratic work would cost four times as much.
      expect(readsOf(once + once)).toBeLessThanOrEqual(2.2 * readsOf(once) + 2000);
      expect(readsOf(once)).toBeLessThanOrEqual(60 * once.length);
    }),
    { numRuns: runs(1000) },
  );
});
