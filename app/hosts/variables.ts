import type { EnvironmentEntry, HostInput, RemoteRun, StdioRun, VariableSyntax } from './host.ts';

export type VariableValues = {
  readonly platform: string;
  readonly home: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  /** The project folder; empty if there is none. */
  readonly workspaceFolder: string;
  /** Answers to the host's inputs, by id. */
  readonly answers: Readonly<Record<string, string>>;
  readonly inputs: readonly HostInput[];
};

type ResolvedRun = {
  readonly run: StdioRun | RemoteRun;
  /** The variables without a value, which stay in the run as written. */
  readonly missing: readonly string[];
  /** Names of environment variables whose value came from an input marked as a password. */
  readonly secrets: readonly string[];
};

const VARIABLE = /\$\{([^{}]+)\}/g;

/** Replaces the host's variables in a run by their values. */
export function resolveRun(
  run: StdioRun | RemoteRun,
  syntax: VariableSyntax,
  values: VariableValues,
): ResolvedRun {
  const missing = new Set<string>();
  const fill = (text: string): string =>
    text.replace(VARIABLE, (written: string, name: string) => {
      const value = variableValue(name, syntax, values);
      if (value === undefined && syntax !== 'none') missing.add(written);
      return value ?? written;
    });
  const passwords = values.inputs.filter((input) => input.password).map((input) => `\${input:${input.id}}`);
  const secrets = run.env.filter(({ value }) => passwords.some((written) => value.includes(written)));
  return {
    run: {
      ...run,
      command: fill(run.command),
      args: run.args.map(fill),
      env: run.env.map(({ name, value }): EnvironmentEntry => ({ name, value: fill(value) })),
      cwd: fill(run.cwd),
      envFile: fill(run.envFile),
    },
    missing: [...missing],
    secrets: secrets.map(({ name }) => name),
  };
}

function variableValue(name: string, syntax: VariableSyntax, values: VariableValues): string | undefined {
  switch (syntax) {
    case 'none':
      return undefined;
    case 'claude-code':
      return environmentValue(name, values);
    case 'editor':
      return editorValue(name, values);
  }
}

function environmentValue(name: string, { env }: VariableValues): string | undefined {
  const colon = name.indexOf(':-');
  if (colon < 0) return env[name];
  return env[name.slice(0, colon)] || name.slice(colon + 2);
}

function editorValue(name: string, values: VariableValues): string | undefined {
  const { home, workspaceFolder, platform } = values;
  if (name.startsWith('env:')) return values.env[name.slice(4)];
  if (name.startsWith('input:')) return inputValue(name.slice(6), values);
  switch (name) {
    case 'workspaceFolder':
      return workspaceFolder || undefined;
    case 'workspaceFolderBasename':
      return workspaceFolder.split(/[/\\]/).at(-1) || undefined;
    case 'userHome':
      return home;
    case 'pathSeparator':
    case '/':
      return platform === 'win32' ? '\\' : '/';
    default:
      return undefined;
  }
}

function inputValue(id: string, { answers, inputs }: VariableValues): string | undefined {
  return answers[id] ?? (inputs.find((input) => input.id === id)?.fallback || undefined);
}
