import { goodReplies, TEMPLATES, type Template } from '../../../requests/raw-editor/template.ts';
import type { CaseContext } from '../case-context.ts';
import { type PlannedCase, plannedCase } from '../probe-case.ts';
import { declares } from '../surface.ts';

/** The standard mistakes of the raw editor, with what it says of their answers. */
export function rawCases(context: CaseContext): readonly PlannedCase[] {
  return TEMPLATES.flatMap((template) => rawCase(context, template));
}

function rawCase(context: CaseContext, template: Template): PlannedCase[] {
  const { id, group, title, expects: sentence, source, tolerated, binding = 'convention', probe } = template;
  if (probe === false || (probe?.needs !== undefined && !declares(context.surface, probe.needs))) return [];
  const { isReadable = false, leavesMark = false, spares = [] } = probe ?? {};
  const freshId = context.freshId();
  const good = goodReplies(template, context.surface.revision);
  const onlySilence = good.length === 1 && good[0] === 'silence' && tolerated.length === 0;
  const mayBeSilent = good.includes('silence') || tolerated.includes('silence');
  const text = template.text(context.template(freshId));
  const named = { id: `raw messages/${id}`, family: 'raw messages', kind: group, target: '', title } as const;
  return [
    plannedCase({
      ...{ ...named, layer: 'wire', leavesMark, mayBeUnnamed: !isReadable, spares },
      steps: [{ text, id: mayBeSilent ? undefined : freshId, deliberate: true, wait: 'answer' }],
      expects: {
        tier: onlySilence ? 'silence' : good.includes('result') ? 'ok' : 'protocol',
        ...{ binding, sentence, source, good: [...good, ...tolerated] },
        wrong: onlySilence ? 'the rest' : [],
        ifWrong: {
          message: 'The server answered a message that nobody may answer.',
          todo: 'The server must not answer a notification, and should ignore one that it does not know.',
        },
      },
    }),
  ];
}
