import { stat } from 'node:fs/promises';
import { basename } from 'node:path';
import { err, ok, type Result } from '../../../app/base/result.ts';
import type { SessionRecord } from '../../../app/frame/record.ts';
import { ProblemReader } from '../../../app/report/problem-reader.ts';
import type { KnownCodes } from '../../../app/report/report-options.ts';
import { besideEarlier, type SessionProblem, type Span } from '../../../app/report/session-problems.ts';
import type { ProjectSettings } from '../../../app/session/project/project-file.ts';
import { isSameServer, type ServerTraits, traitsOf } from '../../../app/session/same-server.ts';
import { startOf } from '../../session/command-line.ts';
import { fileFailure } from '../../system/file-failure.ts';
import { FollowedFile } from '../followed-file.ts';
import { readAnyRecording } from '../import/read-any-recording.ts';

/** A session in its recording, and how it is judged. */
export type RecordedProblems = {
  readonly file: string;
  readonly session: string;
  readonly project: ProjectSettings;
};

/** What the problems are held against: a run of the process, or another recording. */
export type Earlier =
  | { readonly kind: 'none' }
  /** Counted from 1; 0 for the one before the last. */
  | { readonly kind: 'run'; readonly run: number }
  /** Its sessions that are of the same server count. */
  | { readonly kind: 'recording'; readonly path: string; readonly server: ServerTraits };

export type KeptProblems = {
  readonly revision: number;
  readonly problems: readonly SessionProblem[];
  readonly more: number;
  readonly fromMs: number;
  readonly toMs: number;
  readonly runs: readonly number[];
  /** The run that the problems are of; 0 for the whole session. */
  readonly run: number;
  /** The run that they are held against; 0 for none. */
  readonly against: number;
  readonly fault: string;
  readonly cutAt: number;
};

type Followed = { readonly key: string; readonly reader: ProblemReader; readonly file: FollowedFile };

const MAX_FOLLOWED = 4;
const MAX_EARLIER = 4;
/** More are listed by nobody. */
const MAX_PROBLEMS = 500;
/** A larger recording takes too long to be read beside a session. */
const MAX_BYTES = 256 * 1024 * 1024;

/** Holds the problems of the sessions that are looked at, and reads on in their files when they are asked for. */
export class ProblemKeeper {
  /** The one that was asked for last comes last. */
  #followed: Followed[] = [];
  readonly #earlier = new Map<string, readonly SessionProblem[]>();

  /** The problems by now. Fails with a sentence if the file cannot be read. */
  async read(recorded: RecordedProblems, earlier: Earlier, codes: KnownCodes): Promise<Result<KeptProblems>> {
    const caughtUp = await this.#caughtUp(recorded);
    if (!caughtUp.ok) return caughtUp;
    const reader = caughtUp.value;
    reader.know(codes);
    const { runs } = reader;
    const against = earlier.kind === 'run' ? earlier.run || runs.length - 1 : 0;
    const before = runs[against - 1];
    const last = runs.at(-1);
    if (before !== undefined && last !== undefined && before !== last) {
      const problems = besideEarlier(reader.problems(last), reader.problems(before));
      return ok(kept(reader, { problems, span: last, run: runs.length, against, fault: '' }));
    }
    const whole = { problems: reader.problems(), span: reader.whole, run: 0, against: 0, fault: '' };
    if (earlier.kind !== 'recording') return ok(kept(reader, whole));
    const other = await this.#earlierProblems(earlier, recorded.project, codes);
    if (!other.ok) return ok(kept(reader, { ...whole, fault: other.error }));
    return ok(kept(reader, { ...whole, problems: besideEarlier(whole.problems, other.value) }));
  }

  /** The records of one problem, in order. */
  async rows(recorded: RecordedProblems, problem: string): Promise<Result<readonly number[]>> {
    const reader = await this.#caughtUp(recorded);
    return reader.ok ? ok(reader.value.rowsOf(problem)) : reader;
  }

  /** The problem that a record shows; null for none. */
  async at(recorded: RecordedProblems, seq: number): Promise<Result<string | null>> {
    const reader = await this.#caughtUp(recorded);
    return reader.ok ? ok(reader.value.problemAt(seq) ?? null) : reader;
  }

  /** Lets go of every file. */
  async close(): Promise<void> {
    await Promise.all(this.#followed.splice(0).map(({ file }) => file.close()));
  }

  async #caughtUp(recorded: RecordedProblems): Promise<Result<ProblemReader>> {
    const { reader, file } = await this.#follow(recorded);
    try {
      await file.catchUp();
    } catch (error) {
      return err(`${recorded.file} cannot be read: ${fileFailure(error)}.`);
    }
    return file.problem === '' ? ok(reader) : err(file.problem);
  }

  async #follow({ file: path, session, project }: RecordedProblems): Promise<Followed> {
    const key = JSON.stringify([path, session, project]);
    const known = this.#followed.find((one) => one.key === key);
    if (known !== undefined) {
      this.#followed = [...this.#followed.filter((one) => one !== known), known];
      return known;
    }
    const reader = new ProblemReader(session, { project });
    const file = new FollowedFile(path, (record) => reader.take(record));
    const added = { key, reader, file };
    const gone = this.#followed.splice(0, Math.max(0, this.#followed.length + 1 - MAX_FOLLOWED));
    this.#followed.push(added);
    await Promise.all(gone.map((one) => one.file.close()));
    return added;
  }

  /** The problems of an earlier recording, kept until the file changes. */
  async #earlierProblems(
    { path, server }: Extract<Earlier, { kind: 'recording' }>,
    project: ProjectSettings,
    codes: KnownCodes,
  ): Promise<Result<readonly SessionProblem[]>> {
    const name = basename(path);
    try {
      const { size, mtimeMs } = await stat(path);
      if (size > MAX_BYTES)
        return err(`${name} is not compared: it has ${Math.round(size / 1e6)} MB, more than 256 MB.`);
      const key = JSON.stringify([path, server, size, mtimeMs, project, codes]);
      const known = this.#earlier.get(key);
      if (known !== undefined) return ok(known);
      const problems = await readProblems(path, { server, project, codes });
      if (!problems.ok) return problems;
      const [oldest] = this.#earlier.keys();
      if (this.#earlier.size >= MAX_EARLIER && oldest !== undefined) this.#earlier.delete(oldest);
      this.#earlier.set(key, problems.value);
      return problems;
    } catch (error) {
      return err(`${name} cannot be compared: ${fileFailure(error)}.`);
    }
  }
}

type Shown = {
  readonly problems: readonly SessionProblem[];
  readonly span: Span;
  readonly run: number;
  readonly against: number;
  readonly fault: string;
};

function kept(reader: ProblemReader, { problems, span, ...rest }: Shown): KeptProblems {
  const { revision, runs, cutAt } = reader;
  return {
    ...{ revision, cutAt, ...rest },
    problems: problems.slice(0, MAX_PROBLEMS),
    more: Math.max(0, problems.length - MAX_PROBLEMS),
    fromMs: span.fromMs,
    toMs: span.toMs,
    runs: runs.map(({ fromMs }) => fromMs),
  };
}

/** Whose sessions count, and how they are judged. */
type JudgedAs = {
  readonly server: ServerTraits;
  readonly project: ProjectSettings;
  readonly codes: KnownCodes;
};

/** The problems of the sessions of a file that are of one server. Fails with a sentence if none is. */
async function readProblems(
  path: string,
  { server, project, codes }: JudgedAs,
): Promise<Result<readonly SessionProblem[]>> {
  const readers = new Map<string, ProblemReader>();
  const starts = new Map<string, SessionRecord>();
  const read = await readAnyRecording(path, {
    onRecord: (record) => {
      if (record.type === 'mark' || record.type === 'end') return;
      const reader = readers.get(record.session) ?? new ProblemReader(record.session, { project });
      readers.set(record.session, reader);
      if (record.type === 'session' && !starts.has(record.session)) starts.set(record.session, record);
      reader.take(record);
    },
  });
  if (!read.ok) return read;
  const own = [...readers].filter(([name, { serverName }]) => {
    const said = serverName === '' ? null : { name: serverName };
    return isSameServer(traitsOf({ ...startOf(starts.get(name)), server: said }), server);
  });
  if (own.length === 0) return err(`${basename(path)} has no session of this server.`);
  for (const [, reader] of own) reader.know(codes);
  return ok(own.flatMap(([, reader]) => reader.problems()));
}
