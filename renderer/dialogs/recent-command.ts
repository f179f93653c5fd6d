import { isJsonObject, stringAt } from '../../app/base/json-value.ts';
import { readRemembered, remember } from '../store/remembered.ts';

/** A command that was started before. Values of environment variables are secrets and never kept. */
export type RecentCommand = { readonly commandLine: string; readonly cwd: string; readonly label: string };

const KEY = 'recent-commands';
const KEPT = 12;

export function recentCommands(): RecentCommand[] {
  const kept = readRemembered(KEY);
  if (!Array.isArray(kept)) return [];
  return kept.filter(isJsonObject).flatMap((one) => {
    const commandLine = stringAt(one, 'commandLine') ?? '';
    if (commandLine === '') return [];
    return [{ commandLine, cwd: stringAt(one, 'cwd') ?? '', label: stringAt(one, 'label') ?? '' }];
  });
}

/** Puts a command first in the list. */
export function rememberCommand({ commandLine, cwd, label }: RecentCommand): void {
  const others = recentCommands().filter((one) => one.commandLine !== commandLine || one.cwd !== cwd);
  remember(KEY, [{ commandLine, cwd, label }, ...others].slice(0, KEPT));
}
