import { err, ok, type Result } from '../../../app/base/result.ts';
import type { HostPlace } from '../../../app/hosts/host.ts';
import { removeJsonc } from '../../../app/hosts/jsonc-edit.ts';
import { lineChanges } from '../../../app/hosts/line-change.ts';
import {
  changeHostFiles,
  hostsNamed,
  type PlacedFile,
  printChanges,
  type TextChange,
} from '../../profiles/change-host-files.ts';
import { hostFiles } from '../../profiles/discover-hosts.ts';

/** The name of the lab in a host's configuration file. */
export const LAB_SERVER = 'tierscope-lab';

export type LabInstallOptions = {
  readonly action: 'install' | 'uninstall';
  /** The id of the host; only `uninstall` may omit it, which means all hosts. */
  readonly host?: string | undefined;
  /** The host's file at another path; undefined for the user's own. */
  readonly file?: string | undefined;
  /** Show what would change without writing. */
  readonly dryRun?: boolean;
  /** This machine; `project` is the working folder of the command. */
  readonly place: HostPlace;
  /** The command that starts the lab from any folder: program and arguments. */
  readonly labCommand: readonly string[];
  readonly write: (text: string) => void;
  readonly writeError: (text: string) => void;
};

/** Adds the lab to a host's file or removes it. Returns 0, or 2 for an unknown host, or 3 if file access failed. */
export async function runLabInstall(options: LabInstallOptions): Promise<number> {
  const { action, dryRun = false, write, writeError } = options;
  const chosen = filesOf(options);
  if (!chosen.ok) {
    writeError(`${chosen.error}\n`);
    return 2;
  }
  const outcomes = await changeHostFiles(chosen.value, (at, text) => planLab(at, text, options), dryRun);
  if (printChanges(outcomes, { linesOf, write, writeError })) return 3;
  const changed = outcomes.filter(({ plan }) => plan !== undefined && plan.after !== plan.text);
  write(summary(action, changed.length, dryRun));
  return 0;
}

/** The files to change: the one that gets the lab, or all that may contain it. */
function filesOf({ action, host, file, place }: LabInstallOptions): Result<readonly PlacedFile[]> {
  if (host === undefined && (action === 'install' || file !== undefined)) {
    return err('Name the host with --host, such as claude-code.');
  }
  const hosts = hostsNamed(host);
  if (!hosts.ok) return hosts;
  const known = hostFiles(hosts.value, place);
  const [first] = known.filter((one) => one.file.scope === 'user');
  if (file === undefined) return ok(action === 'uninstall' ? known : first === undefined ? [] : [first]);
  const found = known.find((one) => one.file.path === file);
  if (found !== undefined) return ok([found]);
  return ok(first === undefined ? [] : [{ ...first, file: { ...first.file, path: file } }]);
}

function planLab(
  at: PlacedFile,
  text: string | undefined,
  { action, labCommand }: LabInstallOptions,
): Result<TextChange> | undefined {
  if (text === undefined && action === 'uninstall') return undefined;
  const before = text ?? '';
  const after = action === 'install' ? installed(at, before, labCommand) : uninstalled(at, before);
  return after.ok ? ok({ text: before, after: after.value }) : after;
}

function installed(
  { host, file }: PlacedFile,
  text: string,
  [command = '', ...args]: LabInstallOptions['labCommand'],
): Result<string> {
  const written = host.write(text, file, { name: LAB_SERVER, command, args, env: [], cwd: '' });
  return written.ok ? ok(written.value.text) : written;
}

function uninstalled({ host, file }: PlacedFile, text: string): Result<string> {
  const entries = host.read(text, file).servers.filter(({ name }) => name === LAB_SERVER);
  return removeJsonc(
    text,
    entries.map(({ at }) => at),
  );
}

const SIGNS = { same: ' ', removed: '-', added: '+' } as const;

function linesOf({ text, after }: TextChange): readonly string[] {
  return lineChanges(text, after).map(({ kind, text: line }) => `  ${SIGNS[kind]} ${line}`);
}

function summary(action: LabInstallOptions['action'], changed: number, dryRun: boolean): string {
  if (changed === 0) {
    return action === 'install' ? 'The lab is there already.\n' : 'No file names the lab.\n';
  }
  const files = `${changed} ${changed === 1 ? 'file' : 'files'}`;
  if (dryRun) return `Dry run, nothing is written: ${files} would change.\n`;
  const how =
    action === 'install' ? `The lab is in ${files}, as ${LAB_SERVER}` : `The lab is out of ${files}`;
  return `${how}. Restart the host to see it.\n`;
}
