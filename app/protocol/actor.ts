/** Who must act: an author, the host application, the calling model, the user, a network operator, or nobody. */
export const ACTORS = ['server', 'sdk', 'client', 'host', 'model', 'user', 'operator', 'nobody'] as const;
export type Actor = (typeof ACTORS)[number];
export type SomeActor = Exclude<Actor, 'nobody'>;

export const ACTOR_LABELS: Readonly<Record<Actor, string>> = {
  server: 'Author of the server',
  sdk: 'Author of the SDK',
  client: 'Author of the client',
  host: 'Host application',
  model: 'Model',
  user: 'User',
  operator: 'Operator',
  nobody: 'Nobody',
};

/** How strongly an action binds its actor. */
export const BINDING_VERBS = ['must', 'should', 'can'] as const;
type BindingVerb = (typeof BINDING_VERBS)[number];

export type NextStep = {
  readonly actor: Actor;
  /** Whole sentences; with a verb, an instruction such as "Correct the arguments.". Empty if nobody must act. */
  readonly action: string;
  readonly verb?: BindingVerb | undefined;
};

export const NO_STEP: NextStep = { actor: 'nobody', action: '' };

/** The step as a complete sentence: "The model should correct the arguments." */
export function stepText({ actor, action, verb }: NextStep): string {
  if (verb === undefined) return action;
  return sentenceOf(`The ${lowered(ACTOR_LABELS[actor])}`, verb, action);
}

/** Turns an instruction into a sentence about its subject. */
export function sentenceOf(subject: string, verb: BindingVerb, instruction: string): string {
  return `${subject} ${verb} ${lowered(instruction)}`;
}

/** The step as text after a label that names the actor: "Correct the arguments." */
export function stepAfterLabel(step: NextStep): string {
  return step.verb === 'can' ? stepText(step) : step.action;
}

function lowered(text: string): string {
  return `${text.charAt(0).toLowerCase()}${text.slice(1)}`;
}

/** Models control tools, hosts control resources, users control prompts (MCP 2025-11-25, server/index.mdx). */
export function callerOf(method: string): SomeActor {
  if (method === 'tools/call') return 'model';
  if (method === 'prompts/get') return 'user';
  return method.startsWith('resources/') && !method.endsWith('/list') ? 'host' : 'client';
}
