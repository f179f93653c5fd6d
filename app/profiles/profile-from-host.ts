import type { Host, HostServer } from '../hosts/host.ts';
import { tappedAt } from '../hosts/tap-words.ts';
import { resolveRun, type VariableValues } from '../hosts/variables.ts';
import { namesSecret, type ProfileInput } from './profile.ts';

export type ProfileFromHost = {
  readonly input: ProfileInput;
  /** Values of the secret variables, for the secret store. */
  readonly secrets: Readonly<Record<string, string>>;
  /** Sentences about what could not be taken over. */
  readonly notes: readonly string[];
};

/**
 * A profile from a host's entry: variables replaced by their values, a tap of Tierscope's own taken away, and
 * values that look secret kept apart. `folder` is where the host starts the server unless the entry says.
 * Undefined where the entry is not a process.
 */
export function profileFromHost(
  host: Host,
  server: HostServer,
  values: VariableValues,
  folder: string,
): ProfileFromHost | undefined {
  if (server.run.kind !== 'stdio') return undefined;
  const { run, missing, secrets: passwords } = resolveRun(server.run, host.variables, values);
  const [command = '', ...args] = withoutTap([run.command, ...run.args]);
  const secret = (name: string) => passwords.includes(name) || namesSecret(name);
  const env = [
    ...run.env.map((entry) =>
      secret(entry.name) ? { name: entry.name, secret: true as const } : { ...entry },
    ),
    ...run.envNames.map((name) => ({ name, secret: true as const })),
  ];
  const found = run.env.filter(
    ({ name, value }) => secret(name) && !missing.some((one) => value.includes(one)),
  );
  const notes = [
    ...missing.map((written) => `${written} has no value here; it is taken over as it is written.`),
    ...run.envNames.map((name) => `${host.name} keeps the value of ${name} to itself; type it in.`),
    ...(run.envFile === ''
      ? []
      : [`${host.name} also reads variables from ${run.envFile}; they are not taken over.`]),
  ];
  return {
    input: { name: server.name, command, args, cwd: run.cwd || server.project || folder, env },
    secrets: Object.fromEntries(found.map(({ name, value }) => [name, value])),
    notes,
  };
}

function withoutTap(words: readonly string[]): readonly string[] {
  return words.slice(tappedAt(words, []) ?? 0);
}
