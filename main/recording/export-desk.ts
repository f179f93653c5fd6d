import { randomUUID } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { mkdir, open, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { err, ok, type Result } from '../../app/base/result.ts';
import type { ExportedFile, ExportPiece, ExportPreview } from '../../app/contract/recording-commands.ts';
import type { Header, KnownRecord } from '../../app/frame/record.ts';
import { type RedactionChoices, redactionHits } from '../../app/frame/redaction/redactor.ts';
import { EXPORT_FORMATS, exportRecording, isExportFormat } from '../../app/recording/export/convert.ts';
import { redactContent } from '../../app/recording/export/redact-content.ts';
import { fileFailure } from './file-failure.ts';

const SHOWN_HITS = 500;
const PIECE_BYTES = 1_500_000;

export type ExportOrder = {
  readonly header: Header;
  readonly records: readonly KnownRecord[];
  /** The file's name before the ending of its format. */
  readonly name: string;
  readonly format: string;
  readonly redact: boolean;
  readonly choices: RedactionChoices;
  /** True to keep the file in the folder of exports. */
  readonly keepFile: boolean;
};

/** Writes exports: into the folder of exports, or for a screen that fetches the file in pieces. */
export class ExportDesk {
  readonly #kept: string;
  readonly #passing: string;
  readonly #files = new Map<string, string>();

  /** `kept`: the folder of exports; `passing`: that of files on their way to a screen. */
  constructor(kept: string, passing: string) {
    this.#kept = kept;
    this.#passing = passing;
  }

  preview(records: readonly KnownRecord[], choices: RedactionChoices): ExportPreview {
    const hits = redactionHits(records, choices);
    return { hits: hits.slice(0, SHOWN_HITS), total: hits.length, records: records.length };
  }

  async write(order: ExportOrder): Promise<Result<ExportedFile>> {
    const { header, records, format, redact, choices, keepFile } = order;
    if (!isExportFormat(format)) return err(`There is no export format named ${format}.`);
    const name = `${order.name}${redact ? '-redacted' : ''}${EXPORT_FORMATS[format].suffix}`;
    const folder = keepFile ? this.#kept : this.#passing;
    const key = randomUUID();
    const content = redact ? redactContent({ header, records }, choices) : { header, records };
    try {
      await mkdir(folder, { recursive: true, mode: 0o700 });
      const path = keepFile ? await freePath(folder, name) : join(folder, key);
      const pieces = Readable.from(exportRecording(format, content));
      await pipeline(pieces, createWriteStream(path, { flags: 'wx', mode: 0o600 }));
      if (!keepFile) this.#files.set(key, path);
      return ok({ export: keepFile ? '' : key, name, path, sizeBytes: (await stat(path)).size });
    } catch (error) {
      return err(`The export cannot be written to ${folder}: ${fileFailure(error)}.`);
    }
  }

  async read(key: string, offset: number): Promise<Result<ExportPiece>> {
    const path = this.#files.get(key);
    if (path === undefined) return err('This export is gone. Export it once more.');
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

/** The path of the name, with a number where it is taken. */
async function freePath(folder: string, name: string): Promise<string> {
  const dot = name.indexOf('.');
  for (let number = 1; ; number += 1) {
    const path = join(folder, number === 1 ? name : `${name.slice(0, dot)}-${number}${name.slice(dot)}`);
    const taken = await stat(path).then(
      () => true,
      () => false,
    );
    if (!taken) return path;
  }
}
