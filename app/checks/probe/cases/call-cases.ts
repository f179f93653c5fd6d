import { FIRST_STATELESS, TASKS_REVISION } from '../../../protocol/revisions.ts';
import { type CaseContext, notification } from '../case-context.ts';
import {
  type CaseLeftOut,
  type Expectation,
  type PlannedCase,
  type ProbeStep,
  plannedCase,
  refusal,
} from '../probe-case.ts';
import { declares, type ProbeTool } from '../surface.ts';

const KINDS = ['call', 'cancel', 'cancel late', 'task', 'input round'] as const;
type Kind = (typeof KINDS)[number];
type Made = { readonly cases: readonly PlannedCase[]; readonly leftOut: readonly CaseLeftOut[] };

/** So many tools are cancelled and so on: each may take its time, and all of them are called once. */
const MAX_TOOLS = 5;

/** What needs a call that succeeds: of tools that are marked as read-only, or that the user allows. */
export function callCases(context: CaseContext): Made {
  const cases: PlannedCase[] = [];
  const leftOut: CaseLeftOut[] = [];
  let called = 0;
  // What the user named comes first.
  const isNamed = ({ name }: ProbeTool) => context.allowed.includes(name);
  const tools = [...context.surface.tools].sort((a, b) => Number(isNamed(b)) - Number(isNamed(a)));
  for (const tool of tools) {
    const given = context.validArguments(tool);
    if (given !== undefined) called += 1;
    for (const kind of KINDS) {
      const why =
        given === undefined
          ? whyNotCalled(context, tool)
          : kind !== 'call' && called > MAX_TOOLS
            ? `${MAX_TOOLS} other tools are asked this already.`
            : whyNot(context, kind);
      if (given === undefined || why !== '') leftOut.push({ ...named(tool, kind), why });
      else cases.push(MAKERS[kind](context, tool, given));
    }
  }
  return { cases, leftOut };
}

function whyNotCalled(context: CaseContext, tool: ProbeTool): string {
  return context.mayRun(tool)
    ? 'No arguments that fit its schema were found.'
    : 'The tool is not marked as read-only. Allow it with --call.';
}

function whyNot({ surface, era }: CaseContext, kind: Kind): string {
  if (kind === 'task' && surface.revision !== TASKS_REVISION) return 'Only 2025-11-25 has tasks in its core.';
  if (kind === 'input round' && era !== 'modern') return `Input rounds came with ${FIRST_STATELESS}.`;
  return '';
}

/** Neither the tool nor what it is about may be spoken of as a method. */
const UNKNOWN_METHOD: Pick<Expectation, 'wrong' | 'ifWrong'> = {
  wrong: [-32601],
  ifWrong: {
    binding: 'MUST',
    message: 'The server lists the tool, and answered its call as if the method tools/call did not exist.',
    todo: 'The server must answer with isError: true if the tool failed, and keep -32601 for methods that it does not have.',
    source: 'JSON-RPC 2.0 §5.1',
  },
};

type Maker = (context: CaseContext, tool: ProbeTool, given: object) => PlannedCase;

const MAKERS: { readonly [Each in Kind]: Maker } = {
  cancel: (context, tool, given) => {
    const call = context.call(tool.name, given, { wait: 'none' });
    return callCase(tool, 'cancel', {
      steps: [{ ...call, id: undefined }, cancellation(call)],
      leavesMark: true,
      expects: answered('The server ends the call, or answers if it was done already; it goes on working.', {
        tier: 'silence',
        source: 'MCP 2025-11-25, basic/utilities/cancellation.mdx: receivers SHOULD NOT send a response',
      }),
    });
  },
  'cancel late': (context, tool, given) => {
    const call = context.call(tool.name, given);
    return callCase(tool, 'cancel late', {
      steps: [call, cancellation(call)],
      expects: answered('The server ignores a cancellation that comes after the answer.', {
        source: 'MCP 2025-11-25, basic/utilities/cancellation.mdx: invalid cancellations SHOULD be ignored',
      }),
    });
  },
  call: (context, tool, given) => {
    const _meta = { progressToken: `${context.word}-${context.freshId()}` };
    const expects = answered('The server answers, with progress for this token or without.', {
      source: 'MCP 2025-11-25, basic/utilities/progress.mdx',
    });
    return callCase(tool, 'call', {
      steps: [context.request('tools/call', { name: tool.name, arguments: given, _meta })],
      // A tool that requires a task is refused so (basic/utilities/tasks.mdx, "Tool-Level Negotiation").
      expects: tool.taskSupport === 'required' ? expects : { ...expects, ...UNKNOWN_METHOD },
    });
  },
  task: (context, tool, given) => {
    const isRefused =
      declares(context.surface, 'tasks', 'requests', 'tools', 'call') &&
      !['optional', 'required'].includes(tool.taskSupport);
    return callCase(tool, 'task', {
      steps: [context.request('tools/call', { name: tool.name, arguments: given, task: { ttl: 1000 } })],
      ...UNSEEN_BY_TOOLS,
      expects: isRefused
        ? refusal(-32601, 'MCP 2025-11-25, basic/utilities/tasks.mdx, "Tool-Level Negotiation"', {
            sentence: 'The server answers -32601, for the tool makes no tasks.',
          })
        : answered('The server answers as usual if it makes no tasks, else with a task.', {
            source: 'MCP 2025-11-25, basic/utilities/tasks.mdx, "Capability Negotiation"',
          }),
    });
  },
  'input round': (context, tool, given) => {
    const inputResponses = { [context.word]: { action: 'decline' } };
    const params = { name: tool.name, arguments: given, inputResponses, requestState: context.word };
    return callCase(tool, 'input round', {
      steps: [context.request('tools/call', params)],
      ...UNSEEN_BY_TOOLS,
      expects: answered('The server refuses or ignores answers that it never asked for; it must not crash.', {
        tier: 'any',
        source: 'MCP 2026-07-28, basic/patterns/mrtr.mdx: servers MUST treat requestState as untrusted',
      }),
    });
  },
};

/** The arguments are right: what is refused is something else. */
const UNSEEN_BY_TOOLS = { layer: 'wire', spares: ['T01', 'T04'] } as const;

function callCase(
  tool: ProbeTool,
  kind: Kind,
  parts: Partial<PlannedCase> & Pick<PlannedCase, 'steps' | 'expects'>,
): PlannedCase {
  return plannedCase({ ...named(tool, kind), mayTakeLong: true, ...parts });
}

function cancellation({ id }: ProbeStep): ProbeStep {
  return notification('notifications/cancelled', { requestId: Number(id), reason: 'a probe' });
}

function answered(
  sentence: string,
  more: Pick<Expectation, 'source'> & Partial<Pick<Expectation, 'tier'>>,
): Expectation {
  const good = ['result', 'tool error', 'silence', -32602] as const;
  return { tier: 'ok', binding: 'SHOULD', sentence, good, wrong: [], ...more };
}

function named(tool: ProbeTool, kind: Kind) {
  const id = `calls/${tool.name}/${kind}`;
  return { id, family: 'calls', kind, target: tool.name, title: TITLES[kind] } as const;
}

const TITLES: { readonly [Each in Kind]: string } = {
  cancel: 'cancelled while it runs',
  'cancel late': 'cancelled after its answer',
  call: 'with valid arguments and a progress token',
  task: 'as a task',
  'input round': 'with answers that were never asked for',
};
