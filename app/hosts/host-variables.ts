import type { Host, ServerToWrite } from './host.ts';

/** An open value in a profile: `${input:id}` or `${env:NAME}`. */
const OPEN = /\$\{(input|env):([^{}]+)\}/g;

type ServerTexts = Pick<ServerToWrite, 'command' | 'args' | 'env' | 'cwd'>;

/** The distinct ids of the inputs that a server asks for, in member order. */
export function inputIdsOf(server: ServerTexts): readonly string[] {
  const found = new Set<string>();
  for (const text of [server.command, ...server.args, ...server.env.map(({ value }) => value), server.cwd]) {
    for (const [, kind, name = ''] of text.matchAll(OPEN)) if (kind === 'input') found.add(name);
  }
  return [...found];
}

/** A server with its open values in this host's syntax; one sentence for each that the host cannot fill in. */
export function inHostForm(
  host: Host,
  server: ServerToWrite,
): { readonly server: ServerToWrite; readonly notes: readonly string[] } {
  const left = new Set<string>();
  const word = (written: string, kind: string, name: string): string => {
    if (kind === 'env' && host.variables === 'claude-code') return `\${${name}}`;
    const known = kind === 'env' ? host.variables === 'editor' : host.id === 'vscode';
    if (!known) left.add(written);
    return written;
  };
  const translated = (text: string) => text.replace(OPEN, word);
  const { command, args, env, cwd } = server;
  return {
    server: {
      ...server,
      command: translated(command),
      args: args.map(translated),
      env: env.map(({ name, value }) => ({ name, value: translated(value) })),
      cwd: translated(cwd),
    },
    notes: [...left].map(
      (written) => `${host.name} does not fill in ${written}: write its value into the file yourself.`,
    ),
  };
}
