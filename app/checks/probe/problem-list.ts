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

/** The failed cases by rule, side and what to do; what binds most and is the author's comes first. */
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

/** Items of one cause, each time with the first of them. */
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

/** The notes of all cases by rule and what to do, advice before what is only worth knowing. */
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

/** Who must act; what reads the lines is only called an SDK if the frames show one, and how sure that is. */
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

/** The frames do not show on what the server is built. */
export const UNKNOWN_SDK =
  "whoever wrote what reads the lines: an SDK that the frames do not show, or the server's own code";

/** What came back: "protocol -32602: Invalid params". */
export function seenText({ seen }: CaseVerdict): string {
  if (seen === null) return 'nothing was sent';
  const code = seen.code === null ? '' : ` ${seen.code}`;
  return `${seen.tier}${code}${seen.text === '' ? '' : `: ${seen.text}`}`;
}
