import { create } from 'zustand';
import { type HostTable, hostTable, type OwnHostFiles } from '../../../app/host-lens/host-table.ts';
import { host, settled } from '../host/host.ts';

/** The table with the user's own rows as the host read them last; `fault` is one sentence if it could not. */
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

/** Has the user's files about hosts read again. */
export async function loadHostRows(): Promise<void> {
  const read = await settled(host().listHostRows({}));
  if (!read.ok) {
    useHostTable.setState({ fault: read.error });
    return;
  }
  const { folder, files, problems } = read.value;
  useHostTable.setState({ table: hostTable(files), folder, problems, fault: '' });
}
