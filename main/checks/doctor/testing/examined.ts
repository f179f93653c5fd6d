import { chmod, mkdir, writeFile } from 'node:fs/promises';
import { delimiter, dirname, join } from 'node:path';
import type { DoctorReport, DoctorStep, StepId } from '../../../../app/checks/doctor/doctor-report.ts';
import type { SettingsChange } from '../../../../app/protocol/session-settings.ts';
import { ReaperClient } from '../../../session/reaper-client.ts';
import type { ProcessSpec } from '../../../session/record-body.ts';
import { runDoctor } from '../run-doctor.ts';

/** For a server that never answers: keeps the wait short. */
export const SHORT: SettingsChange = { probeTimeoutMs: 1500, timeoutMs: 1500 };

/** The doctor's report on a server, whose programs may also be in `bin`. */
export async function examined(
  command: string,
  args: readonly string[] = [],
  more: Partial<ProcessSpec> & { readonly settings?: SettingsChange; readonly bin?: string } = {},
): Promise<DoctorReport> {
  const { settings = {}, bin, cwd = '', env = {} } = more;
  const reaper = new ReaperClient({ command: 'unused', args: [] });
  reaper.watch = () => undefined;
  const path = [...(bin === undefined ? [] : [bin]), dirname(process.execPath), '/usr/bin', '/bin'].join(
    delimiter,
  );
  return runDoctor({
    spec: { command, args, cwd, env: { PATH: path, ...env }, graceMs: 250 },
    settings,
    version: '0',
    reaper,
    versionMs: 20_000,
  });
}

export function step(report: DoctorReport, id: StepId): DoctorStep {
  const found = report.steps.find((one) => one.id === id);
  if (found === undefined) throw new Error(`the report has no step ${id}`);
  return found;
}

/** Writes an executable script; returns its path. */
export async function script(folder: string, name: string, text: string, mode = 0o755): Promise<string> {
  const path = join(folder, name);
  await mkdir(dirname(path), { recursive: true });
  await writeFile(path, text);
  await chmod(path, mode);
  return path;
}
