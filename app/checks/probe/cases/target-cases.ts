import { isStateless, readRevision } from '../../../protocol/revisions.ts';
import type { CaseContext } from '../case-context.ts';
import { type CaseLeftOut, caseOf, LEFT_OUT, leftOutKinds, type PlannedCase } from '../probe-case.ts';
import { declares, type ProbePrompt } from '../surface.ts';

const MAX_EACH = 20;
/** Tools, resources, templates and prompts that do not exist, and prompts without required arguments. */
export function targetCases(context: CaseContext): readonly PlannedCase[] {
  const { surface } = context;
  return [
    ...(declares(surface, 'tools')
      ? [caseOf('targets/unknown tool', { target: 'tools/call', steps: [context.call(context.word, {})] })]
      : []),
    ...(declares(surface, 'resources') ? [unknownResource(context), ...templateCases(context)] : []),
    ...(declares(surface, 'prompts') ? [unknownPrompt(context), ...promptCases(context)] : []),
    ...(declares(surface, 'completions') ? completionCases(context) : []),
  ];
}

export function targetsLeftOut({ surface }: CaseContext): readonly CaseLeftOut[] {
  const { templates } = surface;
  const requiring = surface.prompts.filter(isRequiring);
  const kinds = leftOutKinds('targets', [
    ['unknown tool', declares(surface, 'tools'), 'The server declares no tools.'],
    ['unknown resource', declares(surface, 'resources'), 'The server declares no resources.'],
    ['template variable', templates.length > 0, 'The server lists no resource templates.'],
    ['unknown prompt', declares(surface, 'prompts'), 'The server declares no prompts.'],
    ['completion', declares(surface, 'completions'), 'The server declares no completions.'],
    ['prompt argument', requiring.length > 0, 'No prompt requires an argument.'],
  ]);
  const cut = (what: string, { length }: readonly unknown[]): readonly CaseLeftOut[] =>
    leftOutKinds('targets', [
      [LEFT_OUT, length <= MAX_EACH, `Of ${length} ${what} only ${MAX_EACH} are asked.`],
    ]).map((one) => ({ ...one, id: `${one.id}/${what}` }));
  return [
    ...kinds,
    ...cut('resource templates', templates),
    ...cut('prompts with a required argument', requiring),
  ];
}

function isRequiring({ required }: ProbePrompt): boolean {
  return required.length > 0;
}

/** No server has resources with this scheme. */
function unknownResource(context: CaseContext): PlannedCase {
  const steps = [context.request('resources/read', { uri: `tierscope-probe://${context.word}` })];
  const key = inRevision('targets/unknown resource', context);
  return caseOf(key, { target: 'resources/read', steps });
}

function inRevision<Key extends 'targets/unknown resource' | 'targets/template variable'>(
  key: Key,
  { surface }: CaseContext,
): Key | `${Key}.stateless` {
  return isStateless(readRevision(surface.revision)) ? `${key}.stateless` : key;
}

/** The value need not be wrong: a server with such a resource returns it. */
function templateCases(context: CaseContext): readonly PlannedCase[] {
  return context.surface.templates.slice(0, MAX_EACH).map((template) => {
    const uri = template.replaceAll(/\{[^{}]*\}/g, context.word);
    return caseOf(inRevision('targets/template variable', context), {
      id: `targets/template variable/${template}`,
      target: template,
      steps: [context.request('resources/read', { uri })],
      mayTakeLong: true,
    });
  });
}

function unknownPrompt(context: CaseContext): PlannedCase {
  const steps = [context.request('prompts/get', { name: context.word })];
  return caseOf('targets/unknown prompt', { target: 'prompts/get', steps });
}

function promptCases(context: CaseContext): readonly PlannedCase[] {
  const requiring = context.surface.prompts.filter(isRequiring).slice(0, MAX_EACH);
  return requiring.map(({ name, required }) => {
    const steps = [context.request('prompts/get', { name, arguments: {} })];
    const parts = { id: `targets/prompt argument/${name}`, target: name, steps };
    return caseOf('targets/prompt argument', parts, { names: required.join(', ') });
  });
}

/** Completions for missing things, and without the argument to complete. */
function completionCases(context: CaseContext): readonly PlannedCase[] {
  const ref = { type: 'ref/prompt', name: context.word };
  const known = { ...ref, name: context.surface.prompts[0]?.name ?? context.word };
  const target = 'completion/complete';
  return [
    // A server without completions returns an empty list, in some SDKs for every reference.
    caseOf('targets/completion.unknown', {
      id: 'targets/completion/unknown reference',
      target,
      steps: [context.request(target, { ref, argument: { name: context.word, value: '' } })],
    }),
    caseOf('targets/completion.no-argument', {
      id: 'targets/completion/no argument',
      target,
      layer: 'wire',
      steps: [context.request(target, { ref: known }, { deliberate: true })],
    }),
  ];
}
