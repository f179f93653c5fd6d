import type { JsonObject } from '../base/json-value.ts';
import type { Outcome } from '../frame/row.ts';
import type { Tier } from '../frame/tier.ts';

/** One failure of the error lab, as a tool. Plain data: what it does is in `main/checks/lab`. */
export type LabTool<Name extends string = string> = {
  readonly name: Name;
  readonly title: string;
  /** One sentence: what the tool shows, and at which tier. */
  readonly description: string;
  /** The tier of the row that shows it: the answer, a row beside it, or the request if no answer comes. */
  readonly tier: Tier;
  /** The outcome of that same row. */
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

type Spec<Name extends string> = Pick<LabTool<Name>, 'name' | 'title' | 'tier'> &
  Partial<Omit<LabTool<Name>, 'description'>> & {
    /** The sentence without its end, which names the tier. */
    readonly shows: string;
  };

const NO_ARGUMENTS: JsonObject = { type: 'object', properties: {}, additionalProperties: false };

/** Fills in what follows from the tier. */
export function labTool<const Name extends string>(spec: Spec<Name>): LabTool<Name> {
  const { name, title, shows, tier } = spec;
  const outcome = spec.outcome ?? usualOutcome(tier);
  return {
    name,
    title,
    description: `${shows}: the ${tier} tier.`,
    tier,
    outcome,
    code: spec.code ?? '',
    callOutcome: spec.callOutcome ?? outcome,
    endsServer: spec.endsServer ?? false,
    needsShortTimeout: spec.needsShortTimeout ?? false,
    inputSchema: spec.inputSchema ?? NO_ARGUMENTS,
    outputSchema: spec.outputSchema,
    sampleArguments: spec.sampleArguments ?? {},
  };
}

/** An input schema whose properties are all optional. */
export function optionalArguments(properties: { readonly [name: string]: JsonObject }): JsonObject {
  return { type: 'object', properties, additionalProperties: false };
}

function usualOutcome(tier: Tier): Outcome {
  switch (tier) {
    case 'ok':
      return 'ok';
    case 'tool':
      return 'tool error';
    case 'protocol':
      return 'protocol error';
    case 'client':
      return 'timed out';
    case 'transport':
      return 'lost';
  }
}
