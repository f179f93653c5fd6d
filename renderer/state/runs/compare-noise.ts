import { z } from 'zod';
import { err, ok, type Result } from '../../../app/base/result.ts';
import { type OwnNoise, readOwnNoise } from '../../../app/compare/noise-filter.ts';
import { NOISE_RULES } from '../../../app/compare/noise-rules.ts';
import type { CommandInput } from '../../../app/contract/commands.ts';
import { readRemembered, remember } from '../screen/kept-entries.ts';

const KEY = 'compare.noise';

/** The rules that are on or off, and the user's own, which can be off as well. */
export type NoiseSettings = {
  /** Names of built-in rules that are off. */
  readonly off: readonly string[];
  readonly own: readonly (OwnNoise & { readonly on: boolean })[];
};

const settings = z.object({
  off: z.array(z.string()),
  own: z.array(z.object({ kind: z.enum(['regex', 'path']), pattern: z.string(), on: z.boolean() })),
});

/** The settings of the last time; a rule that cannot be read any more is left out. */
export function rememberedNoise(): NoiseSettings {
  const read = settings.safeParse(readRemembered(KEY));
  if (!read.success) return { off: [], own: [] };
  const { off, own } = read.data;
  return { off, own: own.filter((rule) => readOwnNoise(rule).ok) };
}

export function rememberNoise(noise: NoiseSettings): void {
  remember(KEY, noise);
}

/** The rules that are on, as the host takes them. */
export function noiseChoice({ off, own }: NoiseSettings): CommandInput<'openComparison'>['noise'] {
  const on = own.filter((rule) => rule.on).map(({ kind, pattern }) => ({ kind, pattern }));
  return { off: [...off], own: on };
}

/** The settings with a rule of the user's own, which is on; fails with a sentence. */
export function withOwnRule(noise: NoiseSettings, rule: OwnNoise): Result<NoiseSettings> {
  const pattern = rule.pattern.trim();
  const read = readOwnNoise({ ...rule, pattern });
  if (!read.ok) return read;
  const isThere = noise.own.some((one) => one.kind === rule.kind && one.pattern === pattern);
  if (isThere) return err('This rule is there already.');
  return ok({ ...noise, own: [...noise.own, { kind: rule.kind, pattern, on: true }] });
}

/** The settings with a built-in rule turned on or off. */
export function withToggled(noise: NoiseSettings, name: string): NoiseSettings {
  const { off } = noise;
  return { ...noise, off: off.includes(name) ? off.filter((other) => other !== name) : [...off, name] };
}

/** How many rules are on, as a label. */
export function noiseText({ off, own }: NoiseSettings): string {
  const built = NOISE_RULES.filter(({ name }) => !off.includes(name)).length;
  const mine = own.filter(({ on }) => on).length;
  const text = `${built} of ${NOISE_RULES.length} rules`;
  return mine === 0 ? text : `${text} and ${mine} of your own`;
}
