import { isStateless, readRevision } from '../../protocol/revisions.ts';
import type { CaseContext } from '../case-context.ts';
import {
  type CaseLeftOut,
  type Expectation,
  LEFT_OUT,
  type PlannedCase,
  plannedCase,
} from '../probe-case.ts';
import { declares, type ProbeSurface } from '../surface.ts';

const MAX_EACH = 20;
const BAD_PARAMS = 'The server should answer with error -32602.';
const FAMILY = 'targets';

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
  const kinds: readonly (readonly [string, boolean, string])[] = [
    ['unknown tool', declares(surface, 'tools'), 'The server declares no tools.'],
    ['unknown resource', declares(surface, 'resources'), 'The server declares no resources.'],
    ['template variable', surface.templates.length > 0, 'The server lists no resource templates.'],
    ['unknown prompt', declares(surface, 'prompts'), 'The server declares no prompts.'],
    ['completion', declares(surface, 'completions'), 'The server declares no completions.'],
    [
      'prompt argument',
      surface.prompts.some(({ required }) => required.length > 0),
      'No prompt requires an argument.',
    ],
  ];
  const named = (id: string, kind: string, why: string) =>
    ({ id: `${FAMILY}/${id}`, family: FAMILY, kind, target: '', title: kind, why }) as const;
  const requiring = surface.prompts.filter(({ required }) => required.length > 0);
  const counts: readonly (readonly [string, number])[] = [
    ['resource templates', surface.templates.length],
    ['prompts with a required argument', requiring.length],
  ];
  return [
    ...kinds.flatMap(([kind, applies, why]) => (applies ? [] : [named(kind, kind, why)])),
    ...counts.flatMap(([what, count]) =>
      count <= MAX_EACH
        ? []
        : [named(`${LEFT_OUT}/${what}`, LEFT_OUT, `Of ${count} ${what} only ${MAX_EACH} are asked.`)],
    ),
  ];
}

function unknownTool(context: CaseContext): PlannedCase {
  return plannedCase({
    id: `${FAMILY}/unknown tool`,
    family: FAMILY,
    kind: 'unknown tool',
    target: 'tools/call',
    title: 'a tool that does not exist',
    steps: [context.call(context.word, {})],
    expects: {
      tier: 'protocol',
      binding: 'SHOULD',
      sentence: 'The server answers -32602.',
      source: 'MCP 2025-11-25, server/tools.mdx, "Error Handling"',
      good: [-32602],
      wrong: ['result'],
      ifWrong: {
        message: 'The server answered the call of a tool that it does not list with a result.',
        todo: 'The server must answer with error -32602, so that the host learns that its list of tools is out of date.',
      },
    },
  });
}

/** No server has resources under this scheme. */
function unknownResource(context: CaseContext): PlannedCase {
  const uri = `tierscope-probe://${context.word}`;
  return plannedCase({
    id: `${FAMILY}/unknown resource`,
    family: FAMILY,
    kind: 'unknown resource',
    target: 'resources/read',
    title: 'a resource that does not exist',
    steps: [context.request('resources/read', { uri })],
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
  const isModern = isStateless(readRevision(revision));
  return {
    tier: 'protocol',
    binding: isModern ? 'MUST' : 'SHOULD',
    sentence: isModern
      ? 'The server answers -32602.'
      : 'The server answers -32002, or -32602 as TypeScript does.',
    source: isModern
      ? 'MCP 2026-07-28, server/resources.mdx, "Error Handling"'
      : 'MCP 2025-11-25, server/resources.mdx, "Error Handling"',
    good: isModern ? [-32602] : [-32002, -32602],
    wrong: [],
  };
}

/** Nothing has to be wrong with the value: who has such a resource answers with it. */
function templateCases(context: CaseContext): readonly PlannedCase[] {
  return context.surface.templates.slice(0, MAX_EACH).map((template) => {
    const uri = template.replaceAll(/\{[^{}]*\}/g, context.word);
    const expects = missingResource(context.surface);
    return plannedCase({
      id: `${FAMILY}/template variable/${template}`,
      family: FAMILY,
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
  return plannedCase({
    id: `${FAMILY}/unknown prompt`,
    family: FAMILY,
    kind: 'unknown prompt',
    target: 'prompts/get',
    title: 'a prompt that does not exist',
    steps: [context.request('prompts/get', { name: context.word })],
    expects: {
      ...badParams('MCP 2025-11-25, server/prompts.mdx, "Error Handling": invalid prompt name: -32602'),
      ifWrong: {
        message: 'The server answered with a result for a prompt that it does not list.',
        todo: BAD_PARAMS,
      },
    },
  });
}

function promptCases(context: CaseContext): readonly PlannedCase[] {
  const withArguments = context.surface.prompts.filter(({ required }) => required.length > 0);
  return withArguments.slice(0, MAX_EACH).map(({ name, required }) =>
    plannedCase({
      id: `${FAMILY}/prompt argument/${name}`,
      family: FAMILY,
      kind: 'prompt argument',
      target: name,
      title: `without ${required.join(', ')}`,
      steps: [context.request('prompts/get', { name, arguments: {} })],
      expects: {
        ...badParams(
          'MCP 2025-11-25, server/prompts.mdx, "Error Handling": missing required arguments: -32602',
        ),
        ifWrong: {
          message: 'The server made the prompt without an argument that it requires.',
          todo: BAD_PARAMS,
        },
      },
    }),
  );
}

/** Completions of what is not there, and without the argument that is to be completed. */
function completionCases(context: CaseContext): readonly PlannedCase[] {
  const ref = { type: 'ref/prompt', name: context.word };
  const [known] = context.surface.prompts;
  const shared = { family: FAMILY, kind: 'completion', target: 'completion/complete' } as const;
  return [
    plannedCase({
      ...shared,
      id: `${FAMILY}/completion/unknown reference`,
      title: 'a prompt that does not exist',
      steps: [context.request('completion/complete', { ref, argument: { name: context.word, value: '' } })],
      // Who has nothing to complete answers an empty list, in some SDKs for every reference.
      expects: { ...badParams(OF_COMPLETION), wrong: [] },
    }),
    plannedCase({
      ...shared,
      id: `${FAMILY}/completion/no argument`,
      title: 'without the argument that is to be completed',
      layer: 'wire',
      steps: [
        context.request(
          'completion/complete',
          { ref: known === undefined ? ref : { ...ref, name: known.name } },
          { deliberate: true },
        ),
      ],
      expects: {
        ...badParams(`${OF_COMPLETION}; schema.ts, CompleteRequest`),
        ifWrong: {
          message: 'The server completed an argument that the request does not name.',
          todo: BAD_PARAMS,
        },
      },
    }),
  ];
}

const OF_COMPLETION =
  'MCP 2025-11-25, server/utilities/completion.mdx, "Error Handling": servers SHOULD return standard errors, -32602 for an invalid prompt name or missing required arguments';

function badParams(source: string): Expectation {
  return {
    tier: 'protocol',
    binding: 'SHOULD',
    sentence: 'The server answers -32602.',
    source,
    good: [-32602],
    wrong: ['result'],
  };
}
