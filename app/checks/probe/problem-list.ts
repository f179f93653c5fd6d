import { groupedBy } from '../../base/grouped-by.ts';
import { likeness } from '../../base/likeness.ts';
import { SEVERITIES } from '../../findings/finding.ts';
import type { ReportVocabulary } from '../../report/report.ts';
import { BINDINGS, type Binding } from './probe-case.ts';
import type { CaseFailure, CaseNote, CaseVerdict } from './probe-report.ts';

export type FailureGroup = {
  readonly failure: CaseFailure;
  readonly first: CaseVerdict;
  readonly cases: readonly CaseVerdict[];
};

/** The failed cases by rule, side and action; strongest binding and author's faults first. */
export function failureGroups(cases: readonly CaseVerdict[]): readonly FailureGroup[] {
  const failed = cases.flatMap((one) => (one.failure === null ? [] : [{ one, failure: one.failure }]));
  return groupsOf(failed, ({ failure }) => failure)
    .map(([first, all]) => ({ failure: first.failure, first: first.one, cases: all.map(({ one }) => one) }))
    .sort(
      (a, b) =>
        sideWeight(a.failure) - sideWeight(b.failure) ||
        BINDINGS.indexOf(a.failure.binding) - BINDINGS.indexOf(b.failure.binding) ||
        b.cases.length - a.cases.length,
    );
}

function sideWeight({ side }: CaseFailure): number {
  return side === 'server' ? 0 : 1;
}

/** Groups items by cause; returns the first of each group with the group. */
function groupsOf<Item>(
  items: readonly Item[],
  saidOf: (item: Item) => Pick<CaseNote, 'rule' | 'side' | 'message' | 'todo'>,
): (readonly [first: Item, all: readonly Item[]])[] {
  const groups = groupedBy(items, (item) => {
    const { rule, side, message, todo } = saidOf(item);
    return `${rule ?? ''}|${side}|${likeness(todo || message)}`;
  });
  return [...groups.values()].flatMap((all) => all.slice(0, 1).map((first) => [first, all] as const));
}

export type NoteGroup = { readonly note: CaseNote; readonly cases: readonly CaseVerdict[] };

/** The notes of all cases by rule and action, advice before information. */
export function noteGroups(cases: readonly CaseVerdict[]): readonly NoteGroup[] {
  const all = cases.flatMap((one) => one.notes.map((note) => ({ one, note })));
  return groupsOf(all, ({ note }) => note)
    .map(([{ note }, group]) => ({ note, cases: [...new Set(group.map(({ one }) => one))] }))
    .sort(
      (a, b) =>
        SEVERITIES.indexOf(a.note.severity) - SEVERITIES.indexOf(b.note.severity) ||
        b.cases.length - a.cases.length,
    );
}

/** "MUST", "the SDK's default". */
export function bindingText(binding: Binding): string {
  switch (binding) {
    case 'sdk-default':
      return "the SDK's default";
    case 'project':
      return 'the project file';
    case 'suite':
      return 'the suite';
    default:
      return binding;
  }
}

/** Who must act; the reader of lines is called an SDK only if the frames identify one, with the confidence. */
export function sideText(side: CaseFailure['side'], vocabulary: ReportVocabulary | null): string {
  switch (side) {
    case 'server':
      return 'the author of the server';
    case 'sdk':
      return vocabulary === null
        ? UNKNOWN_SDK
        : `the author of the SDK (${vocabulary.id}, ${Math.round(vocabulary.confidence * 100)} % sure)`;
    case 'client':
      return 'the author of the client';
  }
}

/** For frames that do not reveal what the server is built on. */
export const UNKNOWN_SDK = 'the author of the SDK or of the server: the frames do not show which';

/** The reply: "protocol -32602: Invalid params". */
export function seenText({ seen }: CaseVerdict): string {
  if (seen === null) return 'nothing was sent';
  const code = seen.code === null ? '' : ` ${seen.code}`;
  return `${seen.tier}${code}${seen.text === '' ? '' : `: ${seen.text}`}`;
}
