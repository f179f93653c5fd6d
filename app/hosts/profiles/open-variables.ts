import { namesSecret, type Profile, type ProfileInputField } from './profile.ts';

/** An open value in a profile: asked for at each start, never stored. */
type OpenVariable = {
  /** As written in the profile: `${input:id}` or `${env:NAME}`. */
  readonly written: string;
  readonly name: string;
  readonly description: string;
  readonly password: boolean;
  /** The default if nothing is typed; empty for none. */
  readonly fallback: string;
};

/** The parts of a server start that may contain variables. */
type Start = {
  readonly command: string;
  readonly args: readonly string[];
  readonly cwd: string;
  readonly env: Readonly<Record<string, string>>;
};

const VARIABLE = /\$\{(input|env):([^{}]+)\}/g;

/** The distinct open values of a profile, in the order of command, arguments, folder, variables. */
export function openVariables(
  profile: Pick<Profile, 'command' | 'args' | 'cwd' | 'env' | 'inputs'>,
): readonly OpenVariable[] {
  const { command, args, cwd, env, inputs } = profile;
  const values = env.flatMap((entry) => ('value' in entry ? [entry] : []));
  const found = new Map<string, OpenVariable>();
  const look = (text: string, secret: boolean) => {
    for (const [written, kind = '', name = ''] of text.matchAll(VARIABLE)) {
      if (!found.has(written)) found.set(written, openVariable(written, kind, name, secret, inputs));
    }
  };
  for (const text of [command, ...args, cwd]) look(text, false);
  for (const { name, value } of values) look(value, namesSecret(name));
  return [...found.values()];
}

/** Replaces the variables of a start; one without a value stays as written. */
export function filledStart(start: Start, values: Readonly<Record<string, string>>): Start {
  const fill = (text: string) =>
    text.replace(VARIABLE, (written) => (Object.hasOwn(values, written) ? (values[written] ?? '') : written));
  return {
    command: fill(start.command),
    args: start.args.map(fill),
    cwd: fill(start.cwd),
    env: Object.fromEntries(Object.entries(start.env).map(([name, value]) => [name, fill(value)])),
  };
}

function openVariable(
  written: string,
  kind: string,
  name: string,
  secret: boolean,
  inputs: readonly ProfileInputField[],
): OpenVariable {
  const input = kind === 'input' ? inputs.find(({ id }) => id === name) : undefined;
  return {
    written,
    name,
    description: input?.description ?? (kind === 'env' ? `the environment variable ${name}` : ''),
    password: input?.password ?? (secret || namesSecret(name)),
    fallback: input?.fallback ?? '',
  };
}
