import { oneLine } from '../document/text-writer.ts';
import { shownLine } from './judge-case.ts';
import { openingLists, openingSteps } from './opening.ts';
import type { ProbePlan } from './probe-case.ts';
import type { ProbeSurface } from './surface.ts';

/** Every line that a probe would send, in order; long ones are shortened. */
export function previewText(surface: ProbeSurface, { cases, leftOut }: ProbePlan, version: string): string {
  const opening = openingSteps(surface, version).map(({ text }) => `  ${shownLine(text)}`);
  const lists = openingLists(surface);
  const processes = 1 + cases.filter(({ leavesMark, unready }) => leavesMark || unready).length;
  const lines = [
    `Nothing of this was sent. The server was started once, to read what it declares and lists.`,
    '',
    `Each process, about ${processes} of them, begins with:`,
    ...opening,
    `  ${lists.length === 0 ? 'and reads no list' : `and reads ${lists.join(', ')}`}`,
    'After a line that needs no answer a request follows that every server answers.',
    ...cases.flatMap(({ id, title, unready, leavesMark, steps }) => [
      '',
      `${oneLine(id)}: ${oneLine(title)}${unready ? ' (a process without a handshake)' : leavesMark ? ' (a fresh process follows)' : ''}`,
      ...steps.map(({ text }) => `  ${shownLine(text).replaceAll('\n', '\n  ')}`),
    ]),
    '',
    `${cases.length} cases; ${leftOut.length} are not applicable:`,
    ...leftOut.map(({ id, why }) => `  ${oneLine(id)}: ${why}`),
  ];
  return `${lines.join('\n')}\n`;
}
