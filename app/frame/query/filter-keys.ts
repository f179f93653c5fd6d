import { OUTCOMES, ROW_KINDS, type Row, SHAPES } from '../row.ts';
import { TIERS, WHERES } from '../tier.ts';
import help from './filter-keys.json' with { type: 'json' };

/** Keys whose value is a text, with `*` as a wildcard. */
export type TextKey = 'method' | 'tool' | 'id' | 'session' | 'rule' | 'problem' | 'status' | 'text';
export type ChoiceKey = 'tier' | 'where' | 'outcome' | 'dir' | 'kind' | 'has' | 'is';
export type FilterKey = TextKey | ChoiceKey | 'code' | 'dur' | 'size';

type KeyHelp = { readonly key: FilterKey; readonly example: string; readonly meaning: string };

export const FILTER_KEYS = help.keys as readonly KeyHelp[];

/** Outcomes as single words, for the filter. */
const OUTCOME_TERMS: ReadonlyMap<string, string> = new Map(
  OUTCOMES.map((outcome) => [outcome, outcome.replaceAll(' ', '-')]),
);

export const CHOICES: Readonly<Record<ChoiceKey, readonly string[]>> = {
  tier: TIERS,
  where: WHERES,
  outcome: [...OUTCOME_TERMS.values()],
  dir: ['in', 'out'],
  kind: [...ROW_KINDS, ...SHAPES],
  has: ['stderr'],
  is: ['error', 'pending', 'finding', 'bookmarked', 'expected', 'raw', 'changed'],
};

const CHOICE_MEANINGS: Readonly<Record<string, string>> = help.choices;

export function choiceMeaning(key: ChoiceKey, value: string): string {
  return CHOICE_MEANINGS[`${key}:${value}`] ?? '';
}

export function outcomeTerm(outcome: Row['outcome']): string {
  return OUTCOME_TERMS.get(outcome) ?? '';
}

export function isChoiceKey(key: FilterKey): key is ChoiceKey {
  return key in CHOICES;
}

/** The key with this name, ignoring case, or undefined. */
export function filterKey(name: string): FilterKey | undefined {
  const lower = name.toLowerCase();
  return FILTER_KEYS.find(({ key }) => key === lower)?.key;
}

export function exampleOf(key: FilterKey): string {
  return FILTER_KEYS.find((one) => one.key === key)?.example ?? `${key}:`;
}
