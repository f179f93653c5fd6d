import { ok, type Result } from '../../../app/base/result.ts';
import type { TappedFile, TappedServer } from '../../../app/contract/profile-commands.ts';
import { host, notifyFailure, settled } from '../../state/host/host.ts';
import { showDialog, useScreen } from '../../state/screen/screen-store.ts';
import { useProfiles } from '../../state/session/profiles-store.ts';
import { type Action, actionsOf } from '../../ui/controls/action.ts';

/** A host's file: which servers could be tapped, which are, and which stay unchanged. */
export type WatchedFile = Omit<TappedFile, 'changes' | 'backup'> & {
  readonly plain: readonly TappedServer[];
  /** Each with its own command line as `after`. */
  readonly tapped: readonly TappedServer[];
};

/** False in a standalone page, which has no access to hosts' files. */
export function canWatch(): boolean {
  return useScreen.getState().hello?.canTap === true;
}

export const WATCH_ACTIONS: readonly Action[] = actionsOf('Sessions', [
  ['Watch what an agent sends, or take the tap out (tap)…', '', () => showDialog('watch-agent'), canWatch],
]);

/** The current host files with servers; writes nothing. */
export async function watchedFiles(): Promise<Result<readonly WatchedFile[]>> {
  const planned = await settled(host().changeTaps({ action: 'install', dryRun: true }));
  const undone = await settled(host().changeTaps({ action: 'uninstall', dryRun: true }));
  if (!planned.ok) return planned;
  if (!undone.ok) return undone;
  const files = planned.value.map(({ changes: plain, backup: _, ...file }): WatchedFile => {
    const tapped = undone.value.find(({ path }) => path === file.path)?.changes ?? [];
    const others = file.left.filter(({ name }) => !tapped.some((server) => server.name === name));
    return { ...file, plain, tapped, left: others };
  });
  return ok(
    files.filter(
      ({ plain, tapped, left, problem }) => problem !== '' || plain.length + tapped.length + left.length > 0,
    ),
  );
}

/** Adds or removes the tap for servers in these files; undefined if a notice says why that failed. */
export async function changeTaps(
  action: 'install' | 'uninstall',
  chosen: readonly { readonly path: string; readonly at: readonly string[] }[],
): Promise<readonly TappedFile[] | undefined> {
  const servers = chosen.map(({ path, at }) => ({ path, at: [...at] }));
  const files = await notifyFailure(host().changeTaps({ action, servers, dryRun: false }));
  if (files === undefined) return undefined;
  const written = files.filter(({ problem }) => problem === '');
  const names = written.flatMap(({ changes, host, hostName }) =>
    changes.map(({ name }) => ({ name, host, hostName })),
  );
  useProfiles.setState(({ waiting }) => {
    const others = waiting.filter(
      (one) => !names.some(({ name, host }) => name === one.name && host === one.host),
    );
    return { waiting: action === 'install' ? [...others, ...names] : others };
  });
  return files;
}
