import { describe, expect, it, test } from 'vitest';
import { isJsonObject, parseJson } from '../../base/json-value.ts';
import { readDraft } from '../../requests/raw-editor/raw-draft.ts';
import { probePlan } from './plan.ts';
import type { PlannedCase } from './probe-case.ts';
import { type ProbeHttp, type ProbeSurface, surfaceOf } from './surface.ts';
import { sampleSurface } from './testing/sample-surface.ts';

const plan = (surface: ProbeSurface, allowed: string[] = [], seed = 1) =>
  probePlan(surface, { allowed, seed });

function argumentsOf({ steps }: PlannedCase): unknown {
  const line = parseJson(steps[0]?.text ?? '');
  return isJsonObject(line) && isJsonObject(line.params) ? line.params.arguments : undefined;
}

function ofTool(cases: readonly PlannedCase[], tool: string): readonly PlannedCase[] {
  return cases.filter(({ target }) => target === tool);
}

describe('a plan', () => {
  it('is the same for the same seed, and another one for another seed', () => {
    expect(plan(sampleSurface())).toEqual(plan(sampleSurface()));
    const order = (seed: number) => plan(sampleSurface(), [], seed).cases.map(({ id }) => id);
    expect(order(2)).not.toEqual(order(1));
    expect(order(2).toSorted()).toEqual(order(1).toSorted());
  });

  it('names each case once', () => {
    const { cases, leftOut } = plan(sampleSurface());
    const ids = [...cases, ...leftOut].map(({ id }) => id);
    expect(new Set(ids).size).toBe(ids.length);
  });

  it('puts what leaves a mark, and what needs a process without a handshake, at the end', () => {
    const { cases } = plan(sampleSurface());
    const weights = cases.map(({ unready, leavesMark }) => Number(unready || leavesMark));
    expect(weights).toEqual(weights.toSorted());
  });

  test.each(['2024-11-05', '2025-03-26', '2025-06-18', '2025-11-25', '2026-07-28'])(
    'has only lines that can be sent in %s, and only broken ones over several lines',
    (revision) => {
      for (const { steps } of plan(sampleSurface(revision)).cases) {
        for (const { text, deliberate } of steps) {
          expect(readDraft({ form: 'text', text }).ok).toBe(true);
          if (!deliberate) expect(text).not.toMatch(/[\n⟨]/);
        }
      }
    },
  );

  it('asks only for what the server declares', () => {
    const bare = plan(
      surfaceOf('2025-11-25', {}, { tools: [], prompts: [], resources: [], resourceTemplates: [] }),
    );
    const lines = bare.cases.filter(
      ({ kind }) => kind !== 'undeclared capability' && kind !== 'call before the handshake',
    );
    expect(
      lines
        .flatMap(({ steps }) => steps)
        .map(({ text }) => text)
        .join('\n'),
    ).not.toMatch(/"(tools|prompts|resources)\//);
    expect(bare.leftOut.map(({ kind }) => kind)).toContain('unknown tool');
  });

  it('has the cases of 2026-07-28 in that revision alone', () => {
    const families = (revision: string) =>
      new Set(plan(sampleSurface(revision)).cases.map(({ family }) => family));
    expect(families('2026-07-28').has('stateless')).toBe(true);
    expect(families('2025-11-25').has('stateless')).toBe(false);
  });

  it('has the cases of HTTP at an address alone, those of sessions if there are any', () => {
    const at = (http?: ProbeHttp, revision = '2025-11-25') => {
      const { cases, leftOut } = plan({ ...sampleSurface(revision), http });
      const ofHttp = <One extends { family: string; kind: string }>(all: readonly One[]) =>
        all.filter(({ family }) => family === 'http').map(({ kind }) => kind);
      return { cases: ofHttp(cases), leftOut: ofHttp(leftOut) };
    };
    expect(at()).toEqual({ cases: [], leftOut: [] });
    const whole = at({ hasSession: true, isLoopback: true });
    expect(whole.cases).toEqual(expect.arrayContaining(['ended session', 'foreign Host', 'batch']));
    expect(whole.leftOut).toEqual([]);
    const { cases, leftOut } = at({ hasSession: false, isLoopback: false });
    expect(leftOut.sort()).toEqual(['ended session', 'foreign Host', 'no session id', 'unknown session']);
    expect(cases).not.toEqual(expect.arrayContaining(['unknown session']));
    expect(at({ hasSession: false, isLoopback: true }, '2026-07-28').cases).toContain('no mirrored method');
  });
});

describe('what there is too much of', () => {
  it('is left out with the numbers, and no kind of case as a whole', () => {
    const names = Array.from({ length: 45 }, (_, at) => `n${at}`);
    const properties = Object.fromEntries(names.map((name) => [name, { type: 'integer', minimum: 1 }]));
    const tool = {
      name: 'wide',
      inputSchema: { type: 'object', properties, required: names },
      annotations: { readOnlyHint: true },
    };
    const lists = { tools: [tool], prompts: [], resources: [], resourceTemplates: [] };
    const { cases, leftOut } = plan(surfaceOf('2025-11-25', { tools: {} }, lists));
    const asked = ofTool(cases, 'wide').filter(({ family }) => family === 'arguments');
    expect(asked.length).toBe(60);
    expect(new Set(asked.map(({ kind }) => kind))).toEqual(
      new Set(['missing', 'type', 'range', 'extreme', 'shape']),
    );
    const why = leftOut.find(({ id }) => id === 'arguments/wide/left out')?.why;
    expect(why).toMatch(/^It has 45 arguments: only the first 30 .* \d+ of \d+ cases were left out/);
  });

  it('is said of templates and prompts too', () => {
    const many = Array.from({ length: 23 }, (_, at) => at);
    const { leftOut } = plan(
      surfaceOf(
        '2025-11-25',
        { resources: {}, prompts: {} },
        {
          ...{ tools: [], resources: [] },
          resourceTemplates: many.map((at) => ({ uriTemplate: `a://${at}/{x}` })),
          prompts: many.map((at) => ({ name: `p${at}`, arguments: [{ name: 'x', required: true }] })),
        },
      ),
    );
    expect(leftOut.flatMap(({ kind, why }) => (kind === 'left out' ? [why] : []))).toEqual([
      'Of 23 resource templates only 20 are asked.',
      'Of 23 prompts with a required argument only 20 are asked.',
    ]);
  });
});

it('asks for completions only if they are declared', () => {
  const lists = { tools: [], prompts: [{ name: 'greet' }], resources: [], resourceTemplates: [] };
  const kinds = (capabilities: object) =>
    plan(surfaceOf('2025-11-25', { ...capabilities }, lists)).cases.map(({ kind }) => kind);
  expect(kinds({ prompts: {} })).not.toContain('completion');
  expect(kinds({ prompts: {}, completions: {} }).filter((kind) => kind === 'completion').length).toBe(2);
});

describe('a tool that may not run', () => {
  it('gets only wrong arguments, one at a time, without right ones beside them', () => {
    const { cases } = plan(sampleSurface());
    const given = ofTool(cases, 'erase').map(argumentsOf);
    expect(given.length).toBeGreaterThan(5);
    for (const one of given) if (isJsonObject(one)) expect(Object.keys(one).length).toBeLessThan(2);
  });

  it('is not called at all if it requires nothing, and the plan says why', () => {
    const { cases, leftOut } = plan(sampleSurface());
    expect(ofTool(cases, 'reset')).toEqual([]);
    expect(leftOut.find(({ target }) => target === 'reset')?.why).toMatch(/--call/);
  });

  it('may run if the user names it', () => {
    const { cases } = plan(sampleSurface(), ['reset']);
    expect(ofTool(cases, 'reset').map(({ kind }) => kind)).toContain('call');
  });
});

describe('a tool that only reads', () => {
  it('is asked for one mistake at a time, with right arguments beside it', () => {
    const { cases } = plan(sampleSurface());
    const wrongOrder = cases.find(({ id }) => id === 'arguments/find/enum/order/outside its enum');
    expect(argumentsOf(wrongOrder as PlannedCase)).toEqual({
      query: expect.any(String),
      most: 1,
      order: expect.stringMatching(/^probe_/),
    });
    const kinds = new Set(ofTool(cases, 'find').map(({ kind }) => kind));
    for (const kind of ['missing', 'type', 'range', 'enum', 'extra', 'shape', 'extreme', 'call', 'cancel']) {
      expect(kinds).toContain(kind);
    }
  });

  it('is not one if it says that it destroys too', () => {
    const tool = { name: 'odd', inputSchema: {}, annotations: { readOnlyHint: true, destructiveHint: true } };
    const lists = { tools: [tool], prompts: [], resources: [], resourceTemplates: [] };
    expect(ofTool(plan(surfaceOf('2025-11-25', { tools: {} }, lists)).cases, 'odd')).toEqual([]);
  });
});

it('fails no type that the tool itself says it coerces', () => {
  const tool = (about: string) => ({
    name: 'count',
    inputSchema: {
      type: 'object',
      required: ['n'],
      properties: { n: { type: 'number', description: about } },
    },
  });
  const wrongOf = (about: string) => {
    const lists = { tools: [tool(about)], prompts: [], resources: [], resourceTemplates: [] };
    const surface = surfaceOf('2025-11-25', { tools: {} }, lists);
    const { cases } = probePlan(surface, { allowed: [], seed: 1 });
    return cases.filter(({ kind }) => kind === 'type').map(({ expects }) => expects.wrong);
  };
  expect(wrongOf('A number; texts are coerced')).toEqual([[]]);
  expect(wrongOf('A number')).toEqual([['result']]);
});
