import { isStateless, readRevision } from '../../../protocol/revisions.ts';
import type { CaseContext } from '../case-context.ts';
import {
  type CaseLeftOut,
  type Expectation,
  LEFT_OUT,
  leftOutKinds,
  type PlannedCase,
  plannedCase,
  refusal,
} from '../probe-case.ts';
import { declares, type ProbePrompt, type ProbeSurface } from '../surface.ts';

const MAX_EACH = 20;
const BAD_PARAMS = 'The server should answer with error -32602.';

type Part = Partial<PlannedCase> & Pick<PlannedCase, 'kind' | 'steps' | 'expects'>;

function targetCase(part: Part): PlannedCase {
  return plannedCase({ family: 'targets', ...part });
}

/** Tools, resources, templates and prompts that do not exist, and prompts without what they require. */
export function targetCases(context: CaseContext): readonly PlannedCase[] {
  const { surface } = context;
  return [
    ...(declares(surface, 'tools') ? [unknownTool(context)] : []),
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

function unknownTool(context: CaseContext): PlannedCase {
  return targetCase({
    kind: 'unknown tool',
    target: 'tools/call',
    title: 'a tool that does not exist',
    steps: [context.call(context.word, {})],
    expects: refusal(-32602, 'MCP 2025-11-25, server/tools.mdx, "Error Handling"', {
      wrong: ['result'],
      ifWrong: {
        message: 'The server answered the call of a tool that it does not list with a result.',
        todo: 'The server must answer with error -32602, so that the host learns that its list of tools is out of date.',
      },
    }),
  });
}

/** No server has resources under this scheme. */
function unknownResource(context: CaseContext): PlannedCase {
  return targetCase({
    kind: 'unknown resource',
    target: 'resources/read',
    title: 'a resource that does not exist',
    steps: [context.request('resources/read', { uri: `tierscope-probe://${context.word}` })],
    expects: {
      ...missingResource(context.surface),
      wrong: ['result'],
      ifWrong: {
        message: 'The server answered with a result for an address that it cannot know.',
        todo: 'The server should answer with an error for a resource that it does not have, not with empty contents.',
      },
    },
  });
}

function missingResource({ revision }: ProbeSurface): Expectation {
  if (isStateless(readRevision(revision)))
    return refusal(-32602, 'MCP 2026-07-28, server/resources.mdx, "Error Handling"', { binding: 'MUST' });
  return refusal(-32002, 'MCP 2025-11-25, server/resources.mdx, "Error Handling"', {
    sentence: 'The server answers -32002, or -32602 as TypeScript does.',
    good: [-32002, -32602],
  });
}

/** Nothing has to be wrong with the value: who has such a resource answers with it. */
function templateCases(context: CaseContext): readonly PlannedCase[] {
  return context.surface.templates.slice(0, MAX_EACH).map((template) => {
    const uri = template.replaceAll(/\{[^{}]*\}/g, context.word);
    const expects = missingResource(context.surface);
    return targetCase({
      id: `targets/template variable/${template}`,
      kind: 'template variable',
      target: template,
      title: 'a variable with an invented value',
      steps: [context.request('resources/read', { uri })],
      mayTakeLong: true,
      expects: { ...expects, good: [...expects.good, 'result'] },
    });
  });
}

function unknownPrompt(context: CaseContext): PlannedCase {
  return targetCase({
    kind: 'unknown prompt',
    target: 'prompts/get',
    title: 'a prompt that does not exist',
    steps: [context.request('prompts/get', { name: context.word })],
    expects: badParams(
      'MCP 2025-11-25, server/prompts.mdx, "Error Handling": invalid prompt name: -32602',
      'The server answered with a result for a prompt that it does not list.',
    ),
  });
}

function promptCases(context: CaseContext): readonly PlannedCase[] {
  const requiring = context.surface.prompts.filter(isRequiring).slice(0, MAX_EACH);
  return requiring.map(({ name, required }) =>
    targetCase({
      id: `targets/prompt argument/${name}`,
      kind: 'prompt argument',
      target: name,
      title: `without ${required.join(', ')}`,
      steps: [context.request('prompts/get', { name, arguments: {} })],
      expects: badParams(
        'MCP 2025-11-25, server/prompts.mdx, "Error Handling": missing required arguments: -32602',
        'The server made the prompt without an argument that it requires.',
      ),
    }),
  );
}

const OF_COMPLETION =
  'MCP 2025-11-25, server/utilities/completion.mdx, "Error Handling": servers SHOULD return standard errors, -32602 for an invalid prompt name or missing required arguments';

/** Completions of what is not there, and without the argument that is to be completed. */
function completionCases(context: CaseContext): readonly PlannedCase[] {
  const ref = { type: 'ref/prompt', name: context.word };
  const known = { ...ref, name: context.surface.prompts[0]?.name ?? context.word };
  const shared = { kind: 'completion', target: 'completion/complete' } as const;
  return [
    targetCase({
      ...shared,
      id: 'targets/completion/unknown reference',
      title: 'a prompt that does not exist',
      steps: [context.request('completion/complete', { ref, argument: { name: context.word, value: '' } })],
      // Who has nothing to complete answers an empty list, in some SDKs for every reference.
      expects: refusal(-32602, OF_COMPLETION),
    }),
    targetCase({
      ...shared,
      id: 'targets/completion/no argument',
      title: 'without the argument that is to be completed',
      layer: 'wire',
      steps: [context.request('completion/complete', { ref: known }, { deliberate: true })],
      expects: badParams(
        `${OF_COMPLETION}; schema.ts, CompleteRequest`,
        'The server completed an argument that the request does not name.',
      ),
    }),
  ];
}

function badParams(source: string, message: string): Expectation {
  return refusal(-32602, source, { wrong: ['result'], ifWrong: { message, todo: BAD_PARAMS } });
}
