import { textParts, visibleText } from '../../base/hidden-characters.ts';
import { isJsonObject, stringAt } from '../../base/json-value.ts';
import type { ResultAnswer } from '../message.ts';
import type { RuleCheck, Verdict } from '../rule.ts';
import type { SessionView } from '../session-view.ts';

/** The member of each list, and the kind of its entries. */
const LISTS: { readonly [method: string]: { readonly member: string; readonly noun: string } } = {
  'tools/list': { member: 'tools', noun: 'tool' },
  'prompts/list': { member: 'prompts', noun: 'prompt' },
  'resources/list': { member: 'resources', noun: 'resource' },
  'resources/templates/list': { member: 'resourceTemplates', noun: 'resource template' },
};
/** How many names in an answer are checked for hidden characters. */
const MAX_HIDING = 50;

/** The specification restricts only tool names (SHOULD), but a misleading name misleads in every list. */
export const rule: RuleCheck = {
  methods: Object.keys(LISTS),
  result: namesIn,
};

function namesIn(answer: ResultAnswer, view: SessionView): Verdict | undefined {
  const list = LISTS[answer.method];
  const items = list === undefined ? undefined : answer.result[list.member];
  if (list === undefined || !Array.isArray(items)) return undefined;
  const hiding = hidingNames(items).filter((name) => view.firstTime(`D12 ${list.noun} ${name}`));
  const [first] = hiding;
  if (first === undefined) return undefined;
  const others = hiding.length - 1;
  return {
    case: others === 0 ? 'alone' : 'several',
    values: () => ({
      noun: list.noun,
      name: visibleText(first).slice(0, 200),
      hidden: whatIsHidden(first),
      others,
    }),
    before: () => JSON.stringify({ name: visibleText(first).slice(0, 200) }),
    after: () => JSON.stringify({ name: seenOf(first).slice(0, 200) }),
  };
}

function hidingNames(items: readonly unknown[]): string[] {
  const hiding: string[] = [];
  for (const item of items) {
    const name = isJsonObject(item) ? stringAt(item, 'name') : undefined;
    if (name === undefined || visibleText(name) === name) continue;
    hiding.push(name);
    if (hiding.length === MAX_HIDING) break;
  }
  return hiding;
}

/** Each kind of hidden character once, at most three: `a right-to-left override (U+202E)`. */
function whatIsHidden(name: string): string {
  const kinds = new Set(
    textParts(name).flatMap((part) => (part.kind === 'hidden' ? `${part.name} (${part.code})` : [])),
  );
  return [...kinds].slice(0, 3).join(', ') + (kinds.size > 3 ? ' and others' : '');
}

function seenOf(name: string): string {
  return textParts(name)
    .map((part) => (part.kind === 'seen' ? part.text : ''))
    .join('');
}
