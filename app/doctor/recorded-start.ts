import type { KnownRecord } from '../frame/record.ts';
import { LogModel } from '../session/log-model.ts';
import { diagnose } from './diagnose.ts';
import type { DoctorReport } from './doctor-report.ts';
import { StartReader } from './start-reader.ts';

/**
 * The checks of a start that records show: those of `session`, in their order. What only this machine could say, such
 * as where a command lies, is skipped. `commandLine` is the command as it can be typed, or empty if it is not known.
 */
export function diagnoseRecords(
  records: Iterable<KnownRecord>,
  session: string,
  commandLine: string,
): DoctorReport {
  const reader = new StartReader();
  const model = new LogModel({ each: (_model, name) => (name === session ? [reader] : []) });
  for (const record of records) model.take(record);
  model.finish();
  const { command = '', args = [], cwd = '' } = model.sessionRecord(session) ?? {};
  const unknown = { place: undefined, runtime: undefined, connection: undefined };
  return diagnose({ command, args, cwd, traffic: reader.evidence, ...unknown }, commandLine);
}
