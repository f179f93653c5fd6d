import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { sessionHue } from '../controls/session-badge.tsx';

const css = readFileSync(new URL('tokens.css', import.meta.url), 'utf8');
const badgeCss = readFileSync(new URL('../controls/session-badge.module.css', import.meta.url), 'utf8');
const SURFACES = ['bg', 'sunk', 'panel', 'raised', 'hover', 'selected', 'paired'];
const TINTS = ['tool-bg', 'protocol-bg', 'client-bg', 'transport-bg'];

describe.each([
  ['light', 0, themes()[0]],
  ['dark', 1, { ...themes()[0], ...themes()[1] }],
] as const)('the %s theme', (_name, at, theme: Record<string, string> | undefined) => {
  const contrast = (text: string, surface: string) => ratio(theme?.[text] ?? '', theme?.[surface] ?? '');

  it.each(['text', 'mute', 'accent'])('has a readable %s color on every surface and tint', (text) => {
    for (const surface of [...SURFACES, ...TINTS]) {
      expect(contrast(text, surface), `${text} on ${surface}`).toBeGreaterThanOrEqual(4.5);
    }
  });

  it.each(['tool', 'protocol', 'client', 'transport', 'ok'])('has a readable %s color', (tier) => {
    for (const surface of [...SURFACES, `${tier}-bg`]) {
      expect(contrast(tier, surface), `${tier} on ${surface}`).toBeGreaterThanOrEqual(4.5);
    }
  });

  it.each(['tool', 'protocol', 'client', 'transport', 'ok'])('has a visible %s drawing', (tier) => {
    expect(contrast(`${tier}-strong`, 'panel')).toBeGreaterThanOrEqual(2.5);
  });

  it('tells marks apart by their lightness, where width alone would not do', () => {
    for (const tier of ['tool', 'protocol', 'client', 'transport'])
      expect(contrast(`${tier}-mark`, 'ok-mark'), tier).toBeGreaterThanOrEqual(1.4);
    expect(contrast('tool-mark', 'protocol-mark')).toBeGreaterThanOrEqual(1.8);
  });

  it.each([0, 1, 2, 3, 4, 5, 6, 7])('has a readable terminal color %i', (color) => {
    for (const surface of ['sunk', 'panel', 'bg']) {
      expect(contrast(`ansi-${color}`, surface)).toBeGreaterThanOrEqual(4.5);
    }
  });

  it('has a readable name for each session on every row of the merged log', () => {
    const [lightness = 0] = percents('lightness').slice(at);
    const [saturation = 0] = percents('saturation').slice(at);
    for (let number = 1; number <= 10; number += 1) {
      const session = `s${number}`;
      const hue = sessionHue(session);
      for (const surface of ['panel', 'hover', 'selected', 'paired', ...TINTS]) {
        const found = ratio(hexOf(hue, saturation, lightness), theme?.[surface] ?? '');
        expect(found, `${session} on ${surface}`).toBeGreaterThanOrEqual(4.5);
      }
    }
  });

  it('has a readable button and readable JSON', () => {
    expect(contrast('accent-text', 'accent-strong')).toBeGreaterThanOrEqual(4.5);
    expect(contrast('accent', 'accent-bg')).toBeGreaterThanOrEqual(4.5);
    for (const part of ['json-key', 'json-string', 'json-number', 'json-word']) {
      expect(contrast(part, 'sunk'), part).toBeGreaterThanOrEqual(4.5);
      expect(contrast(part, 'panel'), part).toBeGreaterThanOrEqual(4.5);
    }
  });
});

/** The values of a custom property of the session's name, light then dark, from 0 to 1. */
function percents(property: string): number[] {
  return [...badgeCss.matchAll(new RegExp(`--${property}: (\\d+)%`, 'g'))].map(
    (found) => Number(found[1]) / 100,
  );
}

/** Converts HSL to sRGB (CSS Color 4, section 7.1). */
function hexOf(hue: number, saturation: number, lightness: number): string {
  const most = saturation * Math.min(lightness, 1 - lightness);
  const channel = (n: number) => {
    const k = (n + hue / 30) % 12;
    return lightness - most * Math.max(-1, Math.min(k - 3, 9 - k, 1));
  };
  const bytes = [0, 8, 4].map((n) => Math.round(255 * channel(n)));
  return `#${bytes.map((byte) => byte.toString(16).padStart(2, '0')).join('')}`;
}

function themes(): Record<string, string>[] {
  return [...css.matchAll(/\{([^}]*)\}/g)].map((block) =>
    Object.fromEntries(
      [...(block[1] ?? '').matchAll(/--([\w-]+):\s*(#[0-9a-f]{6});/g)].map((found) => [
        found[1] ?? '',
        found[2] ?? '',
      ]),
    ),
  );
}

/** The contrast of two colors (WCAG 2.2, 1.4.3). */
function ratio(one: string, other: string): number {
  const [low = 0, high = 0] = [luminance(one), luminance(other)].sort((a, b) => a - b);
  return (high + 0.05) / (low + 0.05);
}

function luminance(color: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => {
    const share = Number.parseInt(color.slice(at, at + 2), 16) / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}
