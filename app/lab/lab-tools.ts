import type { JsonObject } from '../base/json-value.ts';
import type { Outcome } from '../frame/row.ts';
import type { Tier } from '../frame/tier.ts';
import tools from './lab-tools.json' with { type: 'json' };

/** The tools of the lab by what they show: successes, odd results, tool errors, … */
type LabGroups = typeof tools;

export type LabToolOf<Group extends keyof LabGroups> = keyof LabGroups[Group];
export type LabToolName = { [Group in keyof LabGroups]: LabToolOf<Group> }[keyof LabGroups];

/** One failure of the error lab, as a tool: what it does is in `main/checks/lab`. */
export type LabTool<Name extends string = string> = {
  readonly name: Name;
  readonly title: string;
  /** One sentence: what the tool shows, and at which tier. */
  readonly description: string;
  /** The tier of the row that shows it: the answer, a row beside it, or the request if no answer comes. */
  readonly tier: Tier;
  readonly outcome: Outcome;
  /** The code of that same row, as `Row.code` gives it. */
  readonly code: string;
  /** How the call of the tool itself ends; differs from `outcome` if the failure is a row beside it. */
  readonly callOutcome: Outcome;
  /** True if the session cannot be used afterwards. */
  readonly endsServer: boolean;
  /** True if only a time-out ends the call; call it with `LAB_SHORT_TIMEOUT_MS`. */
  readonly needsShortTimeout: boolean;
  readonly inputSchema: JsonObject;
  readonly outputSchema: JsonObject | undefined;
  /** Arguments for a test or a demonstration: quick, and sure to fail as described. */
  readonly sampleArguments: JsonObject;
};

/** A tool as lab-tools.json has it; what follows from its tier is left out. */
type WrittenTool = Pick<LabTool, 'title'> &
  Partial<Omit<LabTool, 'description' | 'name' | 'tier' | 'outcome' | 'callOutcome'>> & {
    readonly tier: string;
    readonly outcome?: string;
    readonly callOutcome?: string;
    /** The sentence without its end, which names the tier. */
    readonly shows: string;
    /** The properties of an input schema, all of them optional. */
    readonly arguments?: JsonObject;
  };

const USUAL_OUTCOME: { readonly [tier in Tier]: Outcome } = {
  ok: 'ok',
  tool: 'tool error',
  protocol: 'protocol error',
  client: 'timed out',
  transport: 'lost',
};

function labTool(name: LabToolName, written: WrittenTool): LabTool<LabToolName> {
  const { title, shows } = written;
  const tier = written.tier as Tier;
  const outcome = (written.outcome as Outcome | undefined) ?? USUAL_OUTCOME[tier];
  const properties = written.arguments ?? {};
  return {
    name,
    title,
    description: `${shows}: the ${tier} tier.`,
    tier,
    outcome,
    code: written.code ?? '',
    callOutcome: (written.callOutcome as Outcome | undefined) ?? outcome,
    endsServer: written.endsServer ?? false,
    needsShortTimeout: written.needsShortTimeout ?? false,
    inputSchema: written.inputSchema ?? { type: 'object', properties, additionalProperties: false },
    outputSchema: written.outputSchema,
    sampleArguments: written.sampleArguments ?? {},
  };
}

export const LAB_TOOLS: readonly LabTool<LabToolName>[] = Object.values(tools).flatMap((group) =>
  Object.entries<WrittenTool>(group).map(([name, written]) => labTool(name as LabToolName, written)),
);

/** The name by which the lab's server introduces itself in the handshake. */
export const LAB_SERVER_NAME = 'tierscope-error-lab';

/** A time-out in milliseconds that is shorter than every late answer of the sample arguments. */
export const LAB_SHORT_TIMEOUT_MS = 1000;

/** The calls of a first start: one of every tier, none of which waits or ends the server. */
export const LAB_FIRST_CALLS = [
  'ok-text',
  'tool-error-recovery',
  'invalid-params',
  'answer-unknown-block',
  'stdout-noise',
] as const satisfies readonly LabToolName[];
