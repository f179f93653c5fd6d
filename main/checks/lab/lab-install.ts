import { visibleLine } from '../../../app/base/hidden-characters.ts';
import { err, ok, type Result } from '../../../app/base/result.ts';
import type { Host, HostFile, HostPlace } from '../../../app/hosts/host.ts';
import { removeJsonc } from '../../../app/hosts/jsonc-edit.ts';
import { lineChanges } from '../../../app/hosts/line-change.ts';
import { hostFiles } from '../../profiles/discover-hosts.ts';
import { readTextFile } from '../../system/changed-file.ts';
import { hostsNamed, type PlannedChange, writePlanned } from '../../tap/install/run-tap-install.ts';

/** The name of the lab in a host's file. */
export const LAB_SERVER = 'tierscope-lab';

export type LabInstallOptions = {
  readonly action: 'install' | 'uninstall';
  /** The id of the host; only `uninstall` may leave it out, for all of them. */
  readonly host?: string | undefined;
  /** A file of that host elsewhere; undefined for the user's own. */
  readonly file?: string | undefined;
  /** Show what would change, and write nothing. */
  readonly dryRun?: boolean;
  /** This machine; `project` is the folder that the command was typed in. */
  readonly place: HostPlace;
  /** The command that starts the lab from any folder: program and arguments. */
  readonly labCommand: readonly string[];
  readonly write: (text: string) => void;
  readonly writeError: (text: string) => void;
};

type Chosen = { readonly host: Host; readonly file: HostFile };

/** Puts the lab into a host's file, or takes it out. Gives the exit code: 0 done, 2 no such host, 3 unreadable file. */
export async function runLabInstall(options: LabInstallOptions): Promise<number> {
  const { action, writeError } = options;
  const chosen = filesOf(options);
  if (!chosen.ok) {
    writeError(`${chosen.error}\n`);
    return 2;
  }
  let [changed, failed] = [0, false];
  for (const one of chosen.value) {
    const outcome = await changeFile(one, options);
    if (!outcome.ok) {
      writeError(`${one.file.path} is unchanged: ${outcome.error}\n`);
      failed = true;
    } else if (outcome.value) changed += 1;
  }
  if (!failed) options.write(summary(action, changed, options.dryRun === true));
  return failed ? 3 : 0;
}

/** The file that gets the lab, or those that it may be in. */
function filesOf({ action, host, file, place }: LabInstallOptions): Result<readonly Chosen[]> {
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

/** Writes one file, if there is something to change; gives whether there is. Fails with a sentence. */
async function changeFile(chosen: Chosen, options: LabInstallOptions): Promise<Result<boolean>> {
  const { path } = chosen.file;
  const content = await readTextFile(path);
  if (content.kind === 'unreadable') return err(`it cannot be read: ${content.reason}.`);
  const text = content.kind === 'text' ? content.text : '';
  const isThere = content.kind === 'text';
  if (!isThere && options.action === 'uninstall') return ok(false);
  const after = options.action === 'install' ? installed(chosen, text, options) : uninstalled(chosen, text);
  if (!after.ok) return after;
  if (after.value === text) return ok(false);
  const change = { text, after: after.value };
  options.write(changeText(chosen, change));
  if (options.dryRun) return ok(true);
  const problem = await writePlanned(path, change, options.write);
  return problem === '' ? ok(true) : err(`${problem}.`);
}

function installed({ host, file }: Chosen, text: string, { labCommand }: LabInstallOptions): Result<string> {
  const [command = '', ...args] = labCommand;
  const written = host.write(text, file, { name: LAB_SERVER, command, args, env: [], cwd: '' });
  return written.ok ? ok(written.value.text) : written;
}

function uninstalled({ host, file }: Chosen, text: string): Result<string> {
  const entries = host.read(text, file).servers.filter(({ name }) => name === LAB_SERVER);
  return removeJsonc(
    text,
    entries.map(({ at }) => at),
  );
}

const SIGNS = { same: ' ', removed: '-', added: '+' } as const;

function changeText({ host, file }: Chosen, { text, after }: PlannedChange): string {
  const lines = lineChanges(text, after).map(({ kind, text: line }) => `  ${SIGNS[kind]} ${line}`);
  return `${[`${host.name}: ${file.path}`, ...lines].map(visibleLine).join('\n')}\n`;
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
