/**
 * Who has to act: the author of the server, of its SDK or of the client; the host application; the model, which wrote
 * the call of a tool; the user, who runs the server and fills in prompts; or nobody.
 */
export const ACTORS = ['server', 'sdk', 'client', 'host', 'model', 'user', 'nobody'] as const;
export type Actor = (typeof ACTORS)[number];
export type SomeActor = Exclude<Actor, 'nobody'>;

/** Who has to act, as a label. */
export const ACTOR_LABELS: Readonly<Record<Actor, string>> = {
  server: 'Author of the server',
  sdk: 'Author of the SDK',
  client: 'Author of the client',
  host: 'Host application',
  model: 'Model',
  user: 'User',
  nobody: 'Nobody',
};

/** The one thing to do, and who has to do it: they are only ever made together. */
export type Deed = {
  readonly acts: Actor;
  /** A whole sentence; empty if and only if nobody must do anything. */
  readonly todo: string;
};

/** A deed of somebody. */
export type SomeDeed = Deed & { readonly acts: SomeActor };

export const NO_DEED: Deed = { acts: 'nobody', todo: '' };

/**
 * What to do as it reads after the label of who has to: “The author of the server must mend x” as “Mend x”. A sentence
 * of another subject stays as it is.
 */
export function todoAfterLabel({ acts, todo }: Deed): string {
  const label = ACTOR_LABELS[acts];
  const subject = `The ${label.charAt(0).toLowerCase()}${label.slice(1)} `;
  const [, deed] = todo.startsWith(subject)
    ? (/^(?:must|should) (?!not )(.*)/s.exec(todo.slice(subject.length)) ?? [])
    : [];
  return deed === undefined ? todo : `${deed.charAt(0).toUpperCase()}${deed.slice(1)}`;
}

/**
 * Who decides what a request asks for. Tools are controlled by the model, resources by the application, prompts by the
 * user (MCP 2025-11-25, server/index.mdx); everything else is the client's own.
 */
export function callerOf(method: string): SomeActor {
  if (method === 'tools/call') return 'model';
  if (method === 'prompts/get') return 'user';
  return method.startsWith('resources/') && !method.endsWith('/list') ? 'host' : 'client';
}

/** Who has to act by the subject of a sentence that says what to do; undefined if it names none. */
export function actorNamed(todo: string, method: string): SomeActor | undefined {
  const [, subject = ''] = SUBJECT.exec(todo) ?? [];
  return subject === 'caller' ? callerOf(method) : SUBJECTS.get(subject);
}

const SUBJECT =
  /^(?:The (?:author of (?:the )?)?)?(server|SDK|client|host|model|user|tool|caller|author|Whoever)\b/;

const SUBJECTS: ReadonlyMap<string, SomeActor> = new Map([
  ['server', 'server'],
  ['tool', 'server'],
  ['author', 'server'],
  ['SDK', 'sdk'],
  ['client', 'client'],
  ['host', 'host'],
  ['model', 'model'],
  ['user', 'user'],
  // Whoever runs or ends the server.
  ['Whoever', 'user'],
]);
