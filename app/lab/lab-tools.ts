import type { JsonObject } from '../base/json-value.ts';
import type { Outcome } from '../frame/row.ts';
import type { Tier } from '../frame/tier.ts';
import tools from './lab-tools.json' with { type: 'json' };

/** The lab's tools by subject: successes, odd results, tool errors, … */
type LabGroups = typeof tools;

export type LabToolOf<Group extends keyof LabGroups> = keyof LabGroups[Group];
export type LabToolName = { [Group in keyof LabGroups]: LabToolOf<Group> }[keyof LabGroups];

/** One failure of the error lab as a tool; its behavior is in `main/checks/lab`. */
export type LabTool<Name extends string = string> = {
  readonly name: Name;
  readonly title: string;
  /** One sentence: what the tool shows, and in which tier. */
  readonly description: string;
  /** The tier of the row that shows it: the answer, a related row, or the request if no answer comes. */
  readonly tier: Tier;
  readonly outcome: Outcome;
  /** The code of that row, in the form of `Row.code`. */
  readonly code: string;
  /** How the tool call itself ends; differs from `outcome` if another row shows the failure. */
  readonly callOutcome: Outcome;
  /** True if the session is unusable afterwards. */
  readonly endsServer: boolean;
  /** True if only a time-out ends the call; call it with `LAB_SHORT_TIMEOUT_MS`. */
  readonly needsShortTimeout: boolean;
  readonly inputSchema: JsonObject;
  readonly outputSchema: JsonObject | undefined;
  /** Arguments for a test or demonstration: fast, and certain to fail as described. */
  readonly sampleArguments: JsonObject;
};

/** A tool in lab-tools.json, without what its tier implies. */
type WrittenTool = Pick<LabTool, 'title'> &
  Partial<Omit<LabTool, 'description' | 'name' | 'tier' | 'outcome' | 'callOutcome'>> & {
    readonly tier: string;
    readonly outcome?: string;
    readonly callOutcome?: string;
    /** The sentence without its end, which names the tier. */
    readonly shows: string;
    /** The properties of the input schema, all optional. */
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

export const LAB_SERVER_NAME = 'tierscope-error-lab';

/** Milliseconds; a time-out shorter than any delayed answer with the sample arguments. */
export const LAB_SHORT_TIMEOUT_MS = 1000;

/** The calls of a first start: one per tier, none of which waits or ends the server. */
export const LAB_FIRST_CALLS = [
  'ok-text',
  'tool-error-recovery',
  'invalid-params',
  'answer-unknown-block',
  'stdout-noise',
] as const satisfies readonly LabToolName[];
