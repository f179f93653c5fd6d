import { FIRST_STATELESS, TASKS_REVISION } from '../../../protocol/revisions.ts';
import { type CaseContext, notification } from '../case-context.ts';
import { type CaseKey, type CaseLeftOut, caseOf, type PlannedCase, type ProbeStep } from '../probe-case.ts';
import { declares, type ProbeTool } from '../surface.ts';

const KINDS = ['call', 'cancel', 'cancel late', 'task', 'input round'] as const;
type Kind = (typeof KINDS)[number];
type Made = { readonly cases: readonly PlannedCase[]; readonly leftOut: readonly CaseLeftOut[] };

/** Only this many tools are cancelled and so on, since each may take long; all of them are called once. */
const MAX_TOOLS = 5;

/** Cases that need a successful call: for tools that are marked as read-only or that the user allows. */
export function callCases(context: CaseContext): Made {
  const cases: PlannedCase[] = [];
  const leftOut: CaseLeftOut[] = [];
  let called = 0;
  // Tools named by the user come first.
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
      if (given === undefined || why !== '') leftOut.push(leftOutCase(tool, kind, why));
      else cases.push(MAKERS[kind](context, tool, given));
    }
  }
  return { cases, leftOut };
}

function leftOutCase({ name }: ProbeTool, kind: Kind, why: string): CaseLeftOut {
  const { title } = caseOf(`calls/${kind}`, { steps: [] });
  return { id: `calls/${name}/${kind}`, family: 'calls', kind, target: name, title, why };
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

type Maker = (context: CaseContext, tool: ProbeTool, given: object) => PlannedCase;

const MAKERS: { readonly [Each in Kind]: Maker } = {
  cancel: (context, tool, given) => {
    const call = context.call(tool.name, given, { wait: 'none' });
    const steps = [{ ...call, id: undefined }, cancellation(call)];
    return callCase(tool, 'calls/cancel', { steps, leavesMark: true });
  },
  'cancel late': (context, tool, given) => {
    const call = context.call(tool.name, given);
    return callCase(tool, 'calls/cancel late', { steps: [call, cancellation(call)] });
  },
  call: (context, tool, given) => {
    const _meta = { progressToken: `${context.word}-${context.freshId()}` };
    // A tool that requires a task is rejected with -32601 (basic/utilities/tasks.mdx, "Tool-Level Negotiation").
    return callCase(tool, tool.taskSupport === 'required' ? 'calls/call' : 'calls/call.checked', {
      steps: [context.request('tools/call', { name: tool.name, arguments: given, _meta })],
    });
  },
  task: (context, tool, given) => {
    const isRefused =
      declares(context.surface, 'tasks', 'requests', 'tools', 'call') &&
      !['optional', 'required'].includes(tool.taskSupport);
    const steps = [context.request('tools/call', { name: tool.name, arguments: given, task: { ttl: 1000 } })];
    return callCase(tool, isRefused ? 'calls/task.refused' : 'calls/task', { steps, ...UNSEEN_BY_TOOLS });
  },
  'input round': (context, tool, given) => {
    const inputResponses = { [context.word]: { action: 'decline' } };
    const params = { name: tool.name, arguments: given, inputResponses, requestState: context.word };
    const steps = [context.request('tools/call', params)];
    return callCase(tool, 'calls/input round', { steps, ...UNSEEN_BY_TOOLS });
  },
};

/** The arguments are valid: something else is rejected. */
const UNSEEN_BY_TOOLS = { layer: 'wire', spares: ['T01', 'T04'] } as const;

function callCase(
  tool: ProbeTool,
  key: CaseKey,
  parts: Partial<PlannedCase> & Pick<PlannedCase, 'steps'>,
): PlannedCase {
  const { kind, ...made } = caseOf(key, { target: tool.name, mayTakeLong: true, ...parts });
  return { ...made, kind, id: `calls/${tool.name}/${kind}` };
}

function cancellation({ id }: ProbeStep): ProbeStep {
  return notification('notifications/cancelled', { requestId: Number(id), reason: 'a probe' });
}
