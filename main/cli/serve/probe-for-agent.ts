import { basename } from 'node:path';
import { ok, type Result } from '../../../app/base/result.ts';
import { redactedDocument } from '../../../app/frame/redaction/redacted-document.ts';
import { Redactor } from '../../../app/frame/redaction/redactor.ts';
import type { ReportOptions } from '../../../app/report/report-options.ts';
import { probeAnswer } from '../../../app/serve/probe-answer.ts';
import { probeFile } from '../../checks/probe/probe-file.ts';
import { runProbe } from '../../checks/probe/run-probe.ts';
import { type ProgramCommand, ReaperClient } from '../../session/reaper-client.ts';
import { serverLabel } from '../../session/record-body.ts';

/** What a probe needs of the program that it runs in. */
export type ProbePlace = {
  readonly version: string;
  readonly dataFolder: string;
  readonly report: ReportOptions;
  readonly reaper: ProgramCommand;
};

export type ProbeAsked = {
  readonly command: string;
  readonly args: readonly string[];
  /** Empty for the folder that this program was started in. */
  readonly cwd: string;
  /** The tools that may be called with valid arguments, by name. */
  readonly calls: readonly string[];
  readonly seed: number;
  readonly budgetMs: number;
  /** At most so many failures in the answer. */
  readonly limit: number;
  readonly signal: AbortSignal;
};

/** Probes a server as the command line does, into a recording of the data folder. Fails with a sentence. */
export async function probeForAgent(
  asked: ProbeAsked,
  { version, dataFolder, report, reaper: program }: ProbePlace,
): Promise<Result<ReturnType<typeof probeAnswer>>> {
  const { command, args, cwd, calls: allowed, seed, budgetMs, signal } = asked;
  const label = serverLabel(command, args);
  const startedAt = new Date();
  const file = await probeFile(dataFolder, startedAt, label);
  if (!file.ok) return file;
  const reaper = new ReaperClient(program);
  const redactor = new Redactor();
  try {
    const end = await runProbe({
      spec: { command, args, cwd, env: {} },
      ...{ label, settings: {}, version, allowed, seed, budgetMs, file: file.value, reaper, signal },
      startedAt: startedAt.toISOString(),
      report: { ...report, redactor },
    });
    return ok(probeAnswer(redactedDocument(end.report, redactor), basename(file.value), asked.limit));
  } finally {
    reaper.close();
  }
}
