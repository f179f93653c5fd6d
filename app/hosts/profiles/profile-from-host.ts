import { commandFault } from '../command-fault.ts';
import type { EnvironmentEntry, Host, HostServer, RemoteRun, StdioRun, VariableSyntax } from '../host.ts';
import { withoutTap } from '../tap-command.ts';
import { resolveRun, type VariableValues } from '../variables.ts';
import { namesSecret, type ProfileDraft, type ProfileInput } from './profile.ts';

/** A variable that is asked for at a start; see `open-variables.ts`. */
const OPEN = /\$\{(?:input|env):[^{}]+\}/;

export type ProfileFromHost = {
  readonly input: ProfileInput & Pick<ProfileDraft, 'args' | 'cwd' | 'env' | 'inputs'>;
  /** Values of the secret variables, for the secret store. */
  readonly secrets: Readonly<Record<string, string>>;
  /** Sentences about what could not be imported. */
  readonly notes: readonly string[];
};

/** A profile from a host's entry, without secrets and tap; undefined if it is neither a process nor an address. */
export function profileFromHost(
  host: Host,
  server: HostServer,
  values: VariableValues,
  folder: string,
): ProfileFromHost | undefined {
  if (server.run.kind === 'unsupported') return undefined;
  const resolved = resolveRun(server.run, host.variables, values);
  const { missing, secrets: passwords } = resolved;
  const run = host.variables === 'claude-code' ? withOpenNames(resolved.run, missing) : resolved.run;
  const [command = '', ...args] = withoutTap([run.command, ...run.args]);
  // A value that is asked for at each start is not yet a secret.
  const secret = ({ name, value }: EnvironmentEntry) =>
    (passwords.includes(name) || namesSecret(name)) && !OPEN.test(value);
  const env = [
    ...run.env.map((entry) => (secret(entry) ? { name: entry.name, secret: true as const } : { ...entry })),
    ...run.envNames.map((name) => ({ name, secret: true as const })),
  ];
  const fault = commandFault(command, args);
  const notes = [
    ...(fault === undefined ? [] : [`${fault.found} ${fault.todo}`]),
    ...missing.map((written) =>
      OPEN.test(openName(written, host.variables))
        ? `${written} has no value here; it is asked for at each start.`
        : `${written} has no value here; it is imported as it is written.`,
    ),
    ...run.envNames.map((name) => `${host.name} keeps the value of ${name} to itself; type it in.`),
    ...(run.envFile === ''
      ? []
      : [`${host.name} also reads variables from ${run.envFile}; they are not imported.`]),
  ];
  return {
    input: {
      name: server.name,
      command,
      args,
      cwd: run.cwd || server.project || folder,
      env,
      inputs: values.inputs.filter(({ id }) => missing.includes(`\${input:${id}}`)),
      seen: false,
    },
    secrets: Object.fromEntries(run.env.filter(secret).map(({ name, value }) => [name, value])),
    notes,
  };
}

/** Claude Code writes environment variables without a prefix. */
function openName(written: string, syntax: VariableSyntax): string {
  return syntax === 'claude-code' ? written.replace(/^\$\{/, '${env:') : written;
}

function withOpenNames<Run extends StdioRun | RemoteRun>(run: Run, missing: readonly string[]): Run {
  const rename = (text: string) =>
    missing.reduce((now, written) => now.replaceAll(written, () => openName(written, 'claude-code')), text);
  return {
    ...run,
    command: rename(run.command),
    args: run.args.map(rename),
    env: run.env.map(({ name, value }) => ({ name, value: rename(value) })),
  };
}
