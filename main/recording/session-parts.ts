import type { Finding } from '../../app/findings/finding.ts';
import {
  GrowingColumn,
  type SavedColumn,
  type SectionReader,
  type SectionWriter,
  StringPool,
} from '../../app/frame/growing-column.ts';
import { RowTable, type SavedTable } from '../../app/frame/row-table.ts';
import type { FoundInSession, LoadedChunk } from './loaded-chunk.ts';
import { PackedFailures } from './packed-failures.ts';
import { RecordIndex } from './record-index.ts';

export type SessionPart = {
  readonly table: RowTable;
  readonly findings: Finding[];
  readonly hostFindings: Finding[];
  readonly failures: PackedFailures;
  readonly index: RecordIndex;
  /** The index of each row that changed after its chunk arrived, in order of change. */
  readonly patched: GrowingColumn<Uint32Array>;
};

type SavedPart = FoundInSession & {
  readonly table: SavedTable;
  readonly index: readonly SavedColumn[];
};

export type SavedParts = {
  readonly strings: readonly string[];
  readonly common: SavedPart;
  readonly parts: readonly (SavedPart & { readonly name: string })[];
};

function savedPart({ table, index, ...part }: SessionPart, sections: SectionWriter): SavedPart {
  const { findings, hostFindings, failures } = part;
  const found = { findings, hostFindings, failures: failures.blocks };
  return { table: table.save(sections), index: index.save(sections), ...found };
}

function restorePart(
  part: SessionPart,
  { table, index, ...found }: SavedPart,
  sections: SectionReader,
): void {
  part.table.restore(table, sections);
  part.index.restore(index, sections);
  addFound(part, found);
}

/** Pushed one by one: a list may exceed the argument limit of a call. */
function addFound(part: SessionPart, { findings, hostFindings, failures }: FoundInSession): void {
  for (const finding of findings) part.findings.push(finding);
  for (const finding of hostFindings) part.hostFindings.push(finding);
  part.failures.blocks.push(...failures);
}

/** Assembles the chunks of a file by session. Marks belong to no session, so each session gets them all. */
export class SessionParts {
  readonly #parts = new Map<string, SessionPart>();
  readonly #pool = new StringPool();
  /** Common to every session: new sessions start with it. */
  readonly #common = this.#newPart();

  take({ about, parts, patches, found }: LoadedChunk): void {
    for (const { name } of about.sessions) this.session(name);
    for (const { session, rows, places } of parts) {
      const part = session === undefined ? this.#common : this.session(session);
      part.table.append(rows);
      part.index.pushAll(places);
    }
    for (const { session, seq, patch } of patches) {
      const { table, patched } = this.session(session);
      const index = table.indexOf(seq);
      if (index < 0) continue;
      table.patchAt(index, patch);
      patched.push(index);
    }
    if (found !== undefined) addFound(this.session(found.session), found);
  }

  session(name: string): SessionPart {
    const known = this.#parts.get(name);
    if (known !== undefined) return known;
    const part = this.#newPart();
    const { table, index } = this.#common;
    part.table.append(table.block(0, table.length));
    for (let at = 0; at < index.length; at += 1)
      part.index.push(index.seqAt(at), index.offsetAt(at), index.lengthAt(at));
    this.#parts.set(name, part);
    return part;
  }

  /** The number of findings in all sessions. */
  get found(): number {
    let count = 0;
    for (const { findings } of this.#parts.values()) count += findings.length;
    return count;
  }

  /** Saves all but the row changes: a reader of the index has not seen the rows yet. */
  save(sections: SectionWriter): SavedParts {
    const parts = Array.from(this.#parts, ([name, part]) => ({ name, ...savedPart(part, sections) }));
    return { strings: this.#pool.since(0), common: savedPart(this.#common, sections), parts };
  }

  /** Restores saved parts; these must be empty. Throws for invalid data. */
  restore({ strings, common, parts }: SavedParts, sections: SectionReader): void {
    this.#pool.append(strings);
    restorePart(this.#common, common, sections);
    for (const { name, ...saved } of parts) {
      const part = this.#newPart();
      restorePart(part, saved, sections);
      this.#parts.set(name, part);
    }
  }

  #newPart(): SessionPart {
    const table = new RowTable(undefined, this.#pool);
    return {
      ...{ table, findings: [], hostFindings: [], failures: new PackedFailures(), index: new RecordIndex() },
      patched: new GrowingColumn(Uint32Array),
    };
  }
}
