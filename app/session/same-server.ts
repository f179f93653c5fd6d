import type { Peer } from './session-facts.ts';

/** What identifies the server of a run; empty for unknown parts. */
export type ServerTraits = {
  readonly commandLine: string;
  readonly cwd: string;
  readonly serverName: string;
};

/** The traits of a live or recorded session as shown; `server` is the server's own introduction. */
export function traitsOf(session: {
  readonly commandLine: string;
  readonly cwd: string;
  readonly server: Pick<Peer, 'name'> | null;
}): ServerTraits {
  const { commandLine, cwd, server } = session;
  return { commandLine, cwd, serverName: server?.name ?? '' };
}

/** True if both are runs of one server: by name if both have one, else by how they were started. */
export function isSameServer(one: ServerTraits, other: ServerTraits): boolean {
  const isSameStart = one.commandLine !== '' && one.commandLine === other.commandLine;
  if (one.serverName !== '' && other.serverName !== '') return one.serverName === other.serverName;
  return isSameStart && one.cwd === other.cwd;
}
