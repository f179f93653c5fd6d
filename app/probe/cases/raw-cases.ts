import { TEMPLATES } from '../../raw-editor/all-templates.ts';
import { goodReplies, type Template } from '../../raw-editor/template.ts';
import type { CaseContext } from '../case-context.ts';
import { type PlannedCase, plannedCase } from '../probe-case.ts';
import { declares } from '../surface.ts';

/** These have cases of their own, tool by tool or list by list, or need a request that is open. */
const ELSEWHERE = [
  'unknown-method',
  'call-unknown-tool',
  'call-string-arguments',
  'call-list-arguments',
  'list-bad-cursor',
  'call-before-initialized',
  'modern-without-meta',
  'id-open',
  'id-used',
];
/** After these another session, another revision or half a message may be in the process. */
const MARKING = [
  'initialize-again',
  'initialize-unknown-version',
  'initialize-without-params',
  'initialized-again',
  'not-utf-8',
  'content-length',
  'huge-line',
  'deep-nesting',
];

/** Their lines are requests like any other but for their params or their place, so the id can be read. */
const READABLE = ['Calls', 'Order'];

/** Rules that a template's line is no ground for. */
const SPARED: Readonly<Record<string, readonly string[]>> = {
  // Who names no version cannot be told which one was asked for.
  'initialize-without-params': ['D02'],
  // Many readers round such a number (RFC 8259 §6), and answer what they have read.
  'id-huge': ['E04'],
  'id-fraction': ['E04'],
};

/** The standard mistakes of the raw editor, with what it says of their answers. */
export function rawCases(context: CaseContext): readonly PlannedCase[] {
  return TEMPLATES.filter((template) => applies(context, template)).map((template) =>
    rawCase(context, template),
  );
}

function applies({ surface }: CaseContext, { id, group }: Template): boolean {
  if (ELSEWHERE.includes(id)) return false;
  if (id === 'read-bad-uri') return declares(surface, 'resources');
  return group !== 'Calls' || declares(surface, 'tools');
}

function rawCase(context: CaseContext, template: Template): PlannedCase {
  const { id, group, title, expects: sentence, source, tolerated } = template;
  const freshId = context.freshId();
  const text = template.text(context.template(freshId));
  const good = goodReplies(template, context.surface.revision);
  const onlySilence = good.length === 1 && good[0] === 'silence' && tolerated.length === 0;
  const mayBeSilent = good.includes('silence') || tolerated.includes('silence');
  return plannedCase({
    id: `raw messages/${id}`,
    family: 'raw messages',
    kind: group,
    target: '',
    title,
    layer: 'wire',
    leavesMark: MARKING.includes(id),
    mayBeUnnamed: !READABLE.includes(group),
    spares: SPARED[id] ?? [],
    steps: [{ text, id: mayBeSilent ? undefined : freshId, deliberate: true, wait: 'answer' }],
    expects: {
      tier: onlySilence ? 'silence' : good.includes('result') ? 'ok' : 'protocol',
      binding: bindingIn(source, onlySilence),
      sentence,
      source,
      good: [...good, ...tolerated],
      wrong: onlySilence ? 'the rest' : [],
      ifWrong: {
        message: 'The server answered a message that nobody may answer.',
        todo: 'The server must not answer a notification, and should ignore one that it does not know.',
      },
    },
  });
}

function bindingIn(source: string, onlySilence: boolean): PlannedCase['expects']['binding'] {
  if (/\bMUST\b/.test(source) || onlySilence) return /\bSHOULD\b/.test(source) ? 'SHOULD' : 'MUST';
  return /\bSHOULD\b/.test(source) ? 'SHOULD' : 'convention';
}
