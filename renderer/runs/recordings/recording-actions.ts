import { host, settled } from '../../state/host/host.ts';
import type { Action } from '../../ui/controls/action.ts';
import { formatMoment } from '../../ui/format/quantity-text.ts';
import { openPaths } from './open-files.ts';

const LISTED = 30;

/** The newest recordings of this machine, as actions that open them; none if they cannot be listed. */
export async function recordingActions(): Promise<Action[]> {
  const listed = await settled(host().listRecordings({}));
  if (!listed.ok) return [];
  return [...listed.value]
    .sort((one, other) => other.modifiedAt.localeCompare(one.modifiedAt))
    .slice(0, LISTED)
    .map(({ name, path, modifiedAt }) => ({
      group: 'Sessions',
      title: `Open ${name}`,
      detail: formatMoment(modifiedAt),
      run: () => void openPaths([path], () => undefined),
    }));
}
