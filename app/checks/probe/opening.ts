import { oneLine } from '../../base/document/text-writer.ts';
import { eraOf } from '../../protocol/revisions.ts';
import { requestText, type TemplateContext } from '../../requests/raw-editor/template.ts';
import { OPENING_ID } from './case-context.ts';
import { shownLine } from './judge-case.ts';
import { type ProbePlan, type ProbeStep, sentBy } from './probe-case.ts';
import { declares, type ProbeSurface } from './surface.ts';

/** Lists are read at the start of each process, so that the rules know what exists. */
const LISTS = ['tools', 'prompts', 'resources'] as const;
/** No more pages than this are followed in a process for cases. */
export const MAX_PAGES = 20;

/** The first lines of each process, before the lists. Declares no capability that a server could use. */
export function openingSteps({ revision }: ProbeSurface, version: string): readonly ProbeStep[] {
  const context = contextOf(revision, OPENING_ID);
  if (eraOf(revision) === 'modern') return [stepOf(requestText(context, 'server/discover'), OPENING_ID)];
  const params = {
    protocolVersion: revision,
    capabilities: {},
    clientInfo: { name: 'tierscope-probe', version },
  };
  return [
    stepOf(requestText(context, 'initialize', params), OPENING_ID),
    stepOf('{"jsonrpc":"2.0","method":"notifications/initialized"}', undefined),
  ];
}

function contextOf(revision: string, id: string): TemplateContext {
  return { revision, freshId: id, usedId: id, openId: id, tool: '' };
}

function stepOf(text: string, id: string | undefined): ProbeStep {
  return { text, id, deliberate: false, wait: 'answer' };
}

export function openingLists(surface: ProbeSurface): readonly string[] {
  return LISTS.filter((name) => declares(surface, name)).map((name) => `${name}/list`);
}

export function listStep({ revision }: ProbeSurface, method: string, id: string, cursor?: string): ProbeStep {
  return stepOf(
    requestText(contextOf(revision, id), method, cursor === undefined ? undefined : { cursor }),
    id,
  );
}

/** A request that shows that the server still answers. */
export function fenceStep({ revision }: ProbeSurface, id: string): ProbeStep {
  const context = contextOf(revision, id);
  return stepOf(requestText(context, eraOf(revision) === 'modern' ? 'server/discover' : 'ping'), id);
}

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
      ...steps.map((step) => `  ${shownLine(sentBy(step)).replaceAll('\n', '\n  ')}`),
    ]),
    '',
    `${cases.length} cases; ${leftOut.length} are not applicable:`,
    ...leftOut.map(({ id, why }) => `  ${oneLine(id)}: ${why}`),
  ];
  return `${lines.join('\n')}\n`;
}
