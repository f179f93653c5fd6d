import { useMemo } from 'react';
import { z } from 'zod';
import { create } from 'zustand';
import type { SessionInfo } from '../../../app/contract/session-info.ts';
import { type HostTable, hostTable, type OwnHostFiles } from '../../../app/hosts/lens/host-table.ts';
import { type HostVersion, hostOfPeer, type Lens } from '../../../app/hosts/lens/lens.ts';
import { host, settled } from '../host/host.ts';
import { readRemembered, remember } from '../screen/stored-entries.ts';
import { serverKey } from './session-text.ts';

/** A lens, and what determined its host: the user, the project file, the client's name, or nothing. */
export type ChosenLens = Lens & { readonly by: 'user' | 'project' | 'client' | 'nobody' };

/** The host through which a session's answers are viewed. */
export function useHostLens(info: SessionInfo): ChosenLens {
  const chosen = useChosenHosts((state) => state[serverKey(info)]);
  const table = useHostTable((state) => state.table);
  const { client, project } = info;
  const preset = project?.host;
  return useMemo(() => chosenLens(table, chosen, client, preset), [table, chosen, client, preset]);
}

export function useHostLenses(infos: readonly SessionInfo[]): ReadonlyMap<string, ChosenLens> {
  const chosen = useChosenHosts();
  const table = useHostTable((state) => state.table);
  return useMemo(() => {
    const lensOf = (info: SessionInfo) =>
      chosenLens(table, chosen[serverKey(info)], info.client, info.project?.host);
    return new Map(infos.map((info) => [info.session, lensOf(info)]));
  }, [infos, chosen, table]);
}

/** The user's choice, else the project file's host, else the host that the client names. */
export function chosenLens(
  table: HostTable,
  chosen: HostVersion | undefined,
  client: SessionInfo['client'],
  preset?: HostVersion | undefined,
): ChosenLens {
  const own = hostOfPeer(table, client);
  // If the host was named without a version, the traffic shows it.
  const named = ({ host, version }: HostVersion) => ({
    host,
    version: version === '' && own?.host === host ? own.version : version,
  });
  const isKnown = (one: HostVersion) => table.hosts.some(({ id }) => id === one.host);
  if (chosen !== undefined && isKnown(chosen)) return { table, host: named(chosen), by: 'user' };
  if (preset !== undefined && isKnown(preset)) return { table, host: named(preset), by: 'project' };
  return { table, host: own, by: own === undefined ? 'nobody' : 'client' };
}

const KEY = 'hosts';
const chosenSchema = z.record(z.string(), z.object({ host: z.string(), version: z.string() }));

type Chosen = { readonly [server: string]: HostVersion };

/** The user's choice of hosts, by server; kept across restarts. */
export const useChosenHosts = create<Chosen>(() => chosenSchema.safeParse(readRemembered(KEY)).data ?? {});

/** Sets the host of a server; undefined restores the client's. */
export function chooseHost(server: string, host: HostVersion | undefined): void {
  const { [server]: _before, ...others } = useChosenHosts.getState();
  const chosen = host === undefined ? others : { ...others, [server]: host };
  useChosenHosts.setState(chosen, true);
  remember(KEY, chosen);
}

/** The table with the user's own rows as last loaded by the host; `fault` is one sentence if that failed. */
type HostTableState = {
  readonly table: HostTable;
  readonly folder: string;
  readonly problems: OwnHostFiles['problems'];
  readonly fault: string;
};

export const useHostTable = create<HostTableState>(() => ({
  table: hostTable(),
  folder: '',
  problems: [],
  fault: '',
}));

export async function loadHostRows(): Promise<void> {
  const read = await settled(host().listHostRows({}));
  if (!read.ok) {
    useHostTable.setState({ fault: read.error });
    return;
  }
  const { folder, files, problems } = read.value;
  useHostTable.setState({ table: hostTable(files), folder, problems, fault: '' });
}
