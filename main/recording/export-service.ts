import { randomUUID } from 'node:crypto';
import { existsSync } from 'node:fs';
import { open, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { partitionPoint } from '../../app/base/partition-point.ts';
import { err, ok, type Result } from '../../app/base/result.ts';
import type { ExportedFile, ExportPiece } from '../../app/contract/recording-commands.ts';
import type { Header } from '../../app/frame/record.ts';
import type { RedactionChoices } from '../../app/frame/redaction/redactor.ts';
import type { RowTable } from '../../app/frame/row-table.ts';
import type { FoundSecrets } from '../../app/recording/export/recording-content.ts';
import { EXPORT_FORMATS, isExportFormat } from '../../app/report/report.ts';
import type { ProjectSettings } from '../../app/session/project/project-file.ts';
import { fileFailure } from '../system/file-failure.ts';
import { makeFolder } from '../system/own-folder.ts';
import { callInThread, type WorkerThread } from '../system/worker-channel.ts';
import type { ExportWorker } from './export-worker.ts';
import { type ExportEnd, type ExportJob, type ExportSource, runExportJob } from './exported-pieces.ts';

const PIECE_BYTES = 1_500_000;

export type ExportScope = {
  readonly source: ExportSource;
  /** The seqs to export, in order; undefined for all. */
  readonly wanted: Float64Array | undefined;
  readonly choices: RedactionChoices;
};

type ExportOrder = ExportScope & {
  readonly header: Header;
  /** The file's name without extension. */
  readonly name: string;
  readonly format: string;
  readonly redact: boolean;
  readonly project?: ProjectSettings | undefined;
  /** True to write the file to the exports folder. */
  readonly keepFile: boolean;
};

type ExportServiceOptions = {
  readonly kept: string;
  readonly passing: string;
  /** The worker that exports; undefined exports in this thread. */
  readonly workerScript: string | undefined;
};

/** Writes exports to the exports folder, or for a screen that downloads the file in parts. */
export class ExportService {
  readonly #options: ExportServiceOptions;
  readonly #files = new Map<string, string>();
  #preview: AbortController | undefined;

  constructor(options: ExportServiceOptions) {
    this.#options = options;
  }

  /** Finds secrets; a new request cancels the previous one. */
  async preview({ source, wanted, choices }: ExportScope): Promise<Result<FoundSecrets>> {
    this.#preview?.abort();
    const preview = new AbortController();
    this.#preview = preview;
    const { file, session } = source;
    const choice = { session, wanted, unknown: wanted === undefined };
    const job = { file, choice, choices, task: { kind: 'preview' } } as const;
    const end = await exportInWorker(this.#options.workerScript, job, preview.signal);
    if (!end.ok) return end;
    return 'secrets' in end.value ? ok(end.value) : err('The preview failed.');
  }

  async write(order: ExportOrder): Promise<Result<ExportedFile>> {
    const { header, source, wanted, format, redact, choices, keepFile, project } = order;
    if (!isExportFormat(format)) return err(`There is no export format named ${format}.`);
    const name = `${order.name}${redact ? '-redacted' : ''}${EXPORT_FORMATS[format].suffix}`;
    const folder = keepFile ? this.#options.kept : this.#options.passing;
    const key = randomUUID();
    try {
      await makeFolder(folder);
      const target = keepFile ? freePath(folder, name) : join(folder, key);
      const { file, session } = source;
      const task = { kind: 'write', header, format, redact, target, project } as const;
      const job = { file, choice: { session, wanted }, choices, task };
      const end = await exportInWorker(this.#options.workerScript, job);
      if (!end.ok) return end;
      if (!keepFile) this.#files.set(key, target);
      if (!('sizeBytes' in end.value)) return err('The export failed.');
      const { sizeBytes } = end.value;
      return ok({ export: keepFile ? '' : key, name, path: target, sizeBytes });
    } catch (error) {
      return err(`The export cannot be written to ${folder}: ${fileFailure(error)}.`);
    }
  }

  async read(key: string, offset: number): Promise<Result<ExportPiece>> {
    const path = this.#files.get(key);
    if (path === undefined) return err('This export is gone. Export it again.');
    const handle = await open(path, 'r');
    try {
      const bytes = Buffer.alloc(PIECE_BYTES);
      const { bytesRead } = await handle.read(bytes, 0, PIECE_BYTES, offset);
      const next = bytesRead < PIECE_BYTES ? null : offset + bytesRead;
      if (next === null) this.#files.delete(key);
      return ok({ base64: bytes.toString('base64', 0, bytesRead), next });
    } finally {
      await handle.close();
      if (!this.#files.has(key)) await rm(path, { force: true });
    }
  }
}

/** Reports that examine every message keep them all in memory while writing. */
const OLD_MB = 8192;

/** Runs the job in a worker thread, or without a script in this one; `signal` cancels it. */
async function exportInWorker(
  script: string | undefined,
  job: ExportJob,
  signal?: AbortSignal,
): Promise<ExportEnd> {
  if (script === undefined) return runExportJob(job);
  const options = {
    script,
    functions: {},
    faultOf: (message: string) => `The export failed: ${message}.`,
    limits: { maxOldGenerationSizeMb: OLD_MB },
    signal,
    cancelled: 'The export was cancelled.',
  };
  return callInThread(options, (thread: WorkerThread<ExportWorker>) => thread.call('runExportJob', job));
}

function freePath(folder: string, name: string): string {
  const dot = name.indexOf('.');
  for (let number = 1; ; number += 1) {
    const path = join(folder, number === 1 ? name : `${name.slice(0, dot)}-${number}${name.slice(dot)}`);
    if (!existsSync(path)) return path;
  }
}

/** The seqs in the inclusive ranges, in order; half an exchange brings in the other half. */
export function wantedSeqs(table: RowTable, ranges: readonly (readonly [number, number])[]): Float64Array {
  const wanted = new Set<number>();
  for (const [first, last] of ranges) {
    const from = partitionPoint(table.length, (index) => table.columns.seq.at(index) < first);
    for (let index = from; index < table.length; index += 1) {
      const seq = table.columns.seq.at(index);
      if (seq > last) break;
      wanted.add(seq);
      const pair = table.row(index)?.pair ?? 0;
      if (pair > 0) wanted.add(pair);
    }
  }
  return Float64Array.from(wanted).sort();
}
