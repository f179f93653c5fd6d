import type { Peer } from './session-facts.ts';

/** By what a run of a server is known again; empty for what is not known. */
export type ServerTraits = {
  readonly commandLine: string;
  readonly cwd: string;
  readonly serverName: string;
};

/** The traits of a session, live or recorded, as it is shown; `server` is what the server says of itself. */
export function traitsOf(session: {
  readonly commandLine: string;
  readonly cwd: string;
  readonly server: Pick<Peer, 'name'> | null;
}): ServerTraits {
  const { commandLine, cwd, server } = session;
  return { commandLine, cwd, serverName: server?.name ?? '' };
}

/** True if both are runs of one server: by its name if both have one, else by how it was started. */
export function isSameServer(one: ServerTraits, other: ServerTraits): boolean {
  const isSameStart = one.commandLine !== '' && one.commandLine === other.commandLine;
  if (one.serverName !== '' && other.serverName !== '') return one.serverName === other.serverName;
  return isSameStart && one.cwd === other.cwd;
}
