import { err, ok, type Result } from '../../../app/base/result.ts';
import type { SettingsChange } from '../../../app/protocol/session-settings.ts';
import { host, notifyFailure, settled, WINDOW } from '../../state/host/host.ts';
import { activateSession, closeDialog } from '../../state/screen/screen-store.ts';
import type { ConnectStart } from '../../state/session/profiles-store.ts';
import { closeSession } from '../../state/session/session-commands.ts';
import { rememberCommand } from './recent-command.ts';

export type ConnectDraft = Pick<ConnectStart, 'commandLine' | 'cwd' | 'label' | 'env' | 'kept'>;

type ConnectOptions = {
  readonly env: Record<string, string>;
  readonly settings: SettingsChange;
  readonly saves: boolean;
  readonly replaces: string | undefined;
};

/** Starts a server and shows its tab; returns one sentence if that failed, else an empty text. */
export async function connect(draft: ConnectDraft, options: ConnectOptions): Promise<string> {
  const { commandLine, cwd, label, kept } = draft;
  const { env, settings, saves, replaces } = options;
  const answer = await settled(
    host().connect({
      commandLine,
      ...(cwd.trim() === '' ? {} : { cwd: cwd.trim() }),
      ...(label.trim() === '' ? {} : { label: label.trim() }),
      ...(Object.keys(env).length === 0 ? {} : { env }),
      ...(kept === undefined ? {} : { kept: { session: kept.session, names: [...kept.names] } }),
      settings,
      window: WINDOW,
    }),
  );
  if (!answer.ok) return answer.error;
  const envNames = [...(kept?.names ?? []), ...Object.keys(env)];
  rememberCommand({ commandLine, cwd: cwd.trim(), label: label.trim(), envNames, settings });
  activateSession(answer.value.session);
  closeDialog('connect');
  if (replaces !== undefined) await closeSession(replaces);
  if (saves) await notifyFailure(host().saveSession({ session: answer.value.session }));
  return '';
}

/** Lines for variables with these names: with their values in `text`, else empty. */
export function envText(names: readonly string[], text: string): string {
  const typed = envLines(text);
  const values = typed.ok ? typed.value : {};
  return names.map((name) => `${name}=${Object.hasOwn(values, name) ? values[name] : ''}`).join('\n');
}

/**
 * Parses `NAME=value` lines, or `Name: value` for headers; ignores empty ones. Fails with a sentence about the line.
 */
export function envLines(text: string, ofHeaders = false): Result<Record<string, string>> {
  const env: Record<string, string> = {};
  for (const [index, line] of text.split('\n').entries()) {
    if (line.trim() === '') continue;
    const mark = ofHeaders ? line.search(/[:=]/) : line.indexOf('=');
    const name = line.slice(0, Math.max(mark, 0)).trim();
    if (name === '') return err(`Line ${index + 1} is not ${ofHeaders ? 'Name: value' : 'NAME=value'}.`);
    const value = line.slice(mark + 1);
    env[name] = ofHeaders ? value.trim() : value;
  }
  return ok(env);
}
