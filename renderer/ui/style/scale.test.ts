import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';

const RENDERER = new URL('../../', import.meta.url);
const tokens = sheet('ui/style/tokens.css');
const sheets = readdirSync(RENDERER, { recursive: true, encoding: 'utf8' })
  .filter((path) => path.endsWith('.css') && !path.endsWith('tokens.css'))
  .map((path) => ({ path, declarations: declarationsOf(sheet(path)) }));

describe('the scale of spaces and sizes', () => {
  it('has six spaces and five sizes, each of them used', () => {
    const names = [...tokens.matchAll(/(--(?:space|size)-\w+):/g)].map((match) => match[1] ?? '');
    expect(names.filter((name) => name.startsWith('--space-'))).toHaveLength(6);
    expect(names.filter((name) => name.startsWith('--size-'))).toHaveLength(5);
    const values = sheets.flatMap(({ declarations }) => declarations.map(({ value }) => value)).join('\n');
    expect(names.filter((name) => !values.includes(`var(${name})`))).toEqual([]);
  });

  it('is the only source of gaps, paddings, margins and font sizes', () => {
    expect(sheets.length).toBeGreaterThan(20);
    const raw = sheets.flatMap(({ path, declarations }) =>
      declarations.filter(isRaw).map(({ name, value }) => `${path}: ${name}: ${value}`),
    );
    expect(raw).toEqual([]);
  });

  it('finds a raw pixel in each of the places that it watches', () => {
    const rules =
      '.a { gap: 3px; padding: 0 5px; margin-inline-start: -1px; font-size: 11px; font: 11px / 1 a }';
    expect(declarationsOf(rules).filter(isRaw)).toHaveLength(5);
    const fine = '.a { width: 3px; padding: 0 var(--space-1); font: 600 var(--size-text) / 18px a; gap: 0 }';
    expect(declarationsOf(fine).filter(isRaw)).toEqual([]);
  });
});

type Declaration = { readonly name: string; readonly value: string };

function sheet(path: string): string {
  return readFileSync(new URL(path, RENDERER), 'utf8').replaceAll(/\/\*[\s\S]*?\*\//g, '');
}

function declarationsOf(text: string): Declaration[] {
  const found = text.matchAll(/(?<=[{;]\s*)([a-z-]+):([^;{}]+)(?=[;}])/g);
  return [...found].map((match) => ({ name: match[1] ?? '', value: (match[2] ?? '').trim() }));
}

function isRaw({ name, value }: Declaration): boolean {
  // The line height, after the slash, is not a size of the scale.
  if (name === 'font') return /\dpx/.test(value.split('/')[0] ?? '');
  return /^(?:(?:row-|column-)?gap|padding|margin|font-size)(?:-|$)/.test(name) && /\dpx/.test(value);
}
