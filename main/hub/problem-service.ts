import { stat } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { z } from 'zod';
import { jsonEqual } from '../../app/base/json-value.ts';
import { err, ok, type Result } from '../../app/base/result.ts';
import type { OwnVocabulary } from '../../app/codes/meaning-evidence.ts';
import type { Handlers } from '../../app/contract/command.ts';
import type { CommandInput } from '../../app/contract/commands.ts';
import type {
  PROBLEM_COMMANDS,
  ProblemBasis,
  ProblemsAgainst,
  RULE_COMMANDS,
  SessionProblems,
} from '../../app/contract/problem-commands.ts';
import type { EarlierRecording } from '../../app/contract/recording-commands.ts';
import { pastedMeanings } from '../../app/report/pasted-problems.ts';
import { ProblemIndex, type ProblemSources } from '../../app/report/problem-index.ts';
import { type KnownCodes, NO_KNOWN_CODES } from '../../app/report/report-options.ts';
import { compareToEarlier, type SessionProblem } from '../../app/report/session-problems.ts';
import type { ProjectSettings } from '../../app/session/project/project-file.ts';
import {
  isSameRuleOff,
  knownServer,
  type RuleOff,
  ruleOffSchema,
  withRulesOff,
} from '../../app/session/project/rules-off.ts';
import { isSameServer, traitsOf } from '../../app/session/same-server.ts';
import { isRule } from '../profiles/checked-project.ts';
import { openRecording } from '../recording/opened-recording.ts';
import { startOf } from '../session/command-line.ts';
import { fileFailure } from '../system/file-failure.ts';
import { OwnedJson } from '../system/json-file.ts';
import { hostTurns } from '../system/turn-slices.ts';
import type { Source, Tab } from './tab.ts';
import type { OpenTabs, Tabs } from './tabs.ts';

type ProblemServiceOptions = {
  readonly tabs: OpenTabs;
  /** The worker that reads recordings; undefined reads them in this thread. */
  readonly workerScript: string | undefined;
  readonly rulesOf: (tab: Tab) => ProjectSettings['rules'];
  /** The user's own vocabularies, as screens know them. */
  readonly ownVocabularies: () => Promise<readonly OwnVocabulary[]>;
  /** Finds the earlier recordings of a tab's server, newest first. */
  readonly earlierThan: (tab: Tab) => Promise<readonly EarlierRecording[]>;
};

/** The other side of the comparison: a process run, counted from 1, or another recording. */
type Earlier =
  | { readonly kind: 'none' }
  | { readonly kind: 'run'; readonly run: number }
  | { readonly kind: 'recording'; readonly path: string };

function latestBefore(run: number, [newest]: readonly EarlierRecording[]): Earlier {
  if (run > 1) return { kind: 'run', run: run - 1 };
  return newest === undefined ? { kind: 'none' } : { kind: 'recording', path: newest.path };
}

type Read = { readonly stamp: string; readonly codes: KnownCodes; readonly index: Promise<ProblemIndex> };

const MAX_EARLIER = 4;
/** More problems are not listed. */
const MAX_PROBLEMS = 500;
/** A larger recording takes too long to read alongside a session. */
const MAX_BYTES = 256 * 1024 * 1024;

/** The problems of sessions for all screens, derived from their analysis in slices. */
export class ProblemService {
  readonly #options: ProblemServiceOptions;
  /** The last reading: an unchanged log is read once. */
  readonly #read = new WeakMap<Tab, Read>();
  readonly #earlier = new Map<string, readonly SessionProblem[]>();
  readonly #closing = new AbortController();

  constructor(options: ProblemServiceOptions) {
    this.#options = options;
  }

  readonly commands: Handlers<typeof PROBLEM_COMMANDS> = {
    readProblems: async (input) => {
      const tab = this.#tab(input.session);
      if (!tab.ok) return tab;
      const codes = { spoken: input.spoken ?? null, own: await this.#options.ownVocabularies() };
      return ok(await this.#problems(tab.value, input.against, codes));
    },
    problemRows: async ({ session, problem }) => {
      const tab = this.#tab(session);
      return tab.ok ? ok((await this.#index(tab.value)).rowsOf(problem)) : tab;
    },
    problemAt: async ({ session, seq, problem, run }) => {
      const tab = this.#tab(session);
      if (!tab.ok) return tab;
      const index = await this.#index(tab.value);
      return ok(index.problemAt(seq, problem, run === 0 ? undefined : run - 1) ?? null);
    },
    readPaste: async ({ text }) => ok(pastedMeanings(text)),
  };

  close(): void {
    this.#closing.abort();
  }

  #tab(session: string): Result<Tab> {
    const tab = this.#options.tabs.get(session);
    return tab.ok && tab.value.source.kind === 'opening' ? tab.value.source.refusal : tab;
  }

  /** Codes only change names, not rows. */
  #index(tab: Tab, codes = this.#read.get(tab)?.codes ?? NO_KNOWN_CODES): Promise<ProblemIndex> {
    const { length, patches, findings, findingsRevision } = tab.logState();
    const stamp = JSON.stringify([tab.info.startedAt, length, patches, findings, findingsRevision, codes]);
    const known = this.#read.get(tab);
    if (known?.stamp === stamp) return known.index;
    const { project, log } = tab.source;
    const { protocolVersion, layers } = tab.info;
    const index = readIndex({
      ...log.analysis,
      ...{ table: log.table, failures: log.analysis.failures() },
      ...{ protocolVersion, layers, codes, rules: project.settings.groups },
    });
    this.#read.set(tab, { stamp, codes, index });
    return index;
  }

  async #problems(tab: Tab, against: ProblemsAgainst, codes: KnownCodes): Promise<SessionProblems> {
    const index = await this.#index(tab, codes);
    const recordings = await this.#options.earlierThan(tab);
    const { runs } = index;
    const last = runs.length;
    const earlier = against.kind === 'last' ? latestBefore(last, recordings) : against;
    const listed = (
      problems: readonly SessionProblem[],
      run: number,
      basis: ProblemBasis,
      basisFault = '',
    ) => {
      const { fromMs, toMs } = run === 0 ? index.whole : (runs[run - 1] ?? index.whole);
      return {
        ...{ session: tab.session, revision: index.revision, fromMs, toMs, run, basis, basisFault },
        problems: problems.slice(0, MAX_PROBLEMS),
        more: Math.max(0, problems.length - MAX_PROBLEMS),
        runs: runs.map((one) => one.fromMs),
        earlier: recordings,
        cutAt: tab.source.log.analysis.errorsCutAt,
      };
    };
    if (earlier.kind === 'run' && earlier.run < last) {
      const now = await hostTurns.run(index.problems(last - 1));
      const before = await hostTurns.run(index.problems(earlier.run - 1));
      return listed(compareToEarlier(now, before), last, earlier);
    }
    const problems = await hostTurns.run(index.problems());
    if (earlier.kind !== 'recording') return listed(problems, 0, { kind: 'none' });
    const basis = { kind: 'recording', recording: recordingAt(earlier.path, recordings) } as const;
    const other = await this.#earlierProblems(earlier.path, tab, codes);
    return other.ok
      ? listed(compareToEarlier(problems, other.value), 0, basis)
      : listed(problems, 0, basis, other.error);
  }

  /** The problems of an earlier recording, cached until the file changes. */
  async #earlierProblems(
    path: string,
    tab: Tab,
    codes: KnownCodes,
  ): Promise<Result<readonly SessionProblem[]>> {
    const name = basename(path);
    const server = traitsOf(tab.info);
    const project = { ...tab.source.project.settings, rules: this.#options.rulesOf(tab) };
    const found = await stat(path).catch(fileFailure);
    if (typeof found === 'string') return err(`${name} cannot be compared: ${found}.`);
    const { size, mtimeMs } = found;
    if (size > MAX_BYTES)
      return err(`${name} is not compared: it has ${Math.round(size / 1e6)} MB, more than 256 MB.`);
    const key = JSON.stringify([path, server, size, mtimeMs, project, codes]);
    const known = this.#earlier.get(key);
    if (known !== undefined) return ok(known);
    const { workerScript } = this.#options;
    const opened = await openRecording(path, { workerScript, project, signal: this.#closing.signal });
    if (!opened.ok) return opened;
    const own = opened.value.sessions.filter(({ record, facts }) =>
      isSameServer(traitsOf({ ...startOf(record), server: facts.server }), server),
    );
    if (own.length === 0) return err(`${name} has no session of this server.`);
    const problems: SessionProblem[] = [];
    for (const session of own) {
      const { findings } = session;
      const { layers, protocolVersion } = session.facts;
      const known = { layers, protocolVersion, codes, rules: project.groups };
      const index = await readIndex({ ...session, ...known, findingsTo: () => findings });
      for (const problem of await hostTurns.run(index.problems())) problems.push(problem);
    }
    const [oldest] = this.#earlier.keys();
    if (this.#earlier.size >= MAX_EARLIER && oldest !== undefined) this.#earlier.delete(oldest);
    this.#earlier.set(key, problems);
    return ok(problems);
  }
}

function readIndex(sources: ProblemSources): Promise<ProblemIndex> {
  return hostTurns.run(ProblemIndex.read(sources));
}

function recordingAt(path: string, known: readonly EarlierRecording[]): EarlierRecording {
  const name = basename(path);
  const unknown = { path, name, sizeBytes: 0, startedAt: '', label: name, place: 0 };
  return known.find((one) => one.path === path) ?? unknown;
}

type RuledTabs = Pick<Tabs, 'get' | 'all' | 'grew'>;

const fileSchema = z.strictObject({ version: z.literal(1), off: z.array(ruleOffSchema).max(5000) });

/** The rules that the user turned off, from `rules-off.json` in the data folder, applied to every tab. */
export class RulesOffService {
  readonly #tabs: RuledTabs;
  readonly #file: OwnedJson<z.infer<typeof fileSchema>>;
  /** The rules last sent to each source, as JSON. */
  readonly #said = new WeakMap<Source, string>();
  #off: readonly RuleOff[] = [];

  constructor(dataFolder: string, tabs: RuledTabs) {
    this.#tabs = tabs;
    this.#file = new OwnedJson(join(dataFolder, 'rules-off.json'), fileSchema, { version: 1, off: [] });
    void this.#read();
  }

  readonly commands: Handlers<typeof RULE_COMMANDS> = {
    listRulesOff: async () => {
      const problem = await this.#read();
      return problem === '' ? ok(this.#off) : err(problem);
    },
    turnRuleOff: (input) => this.#turnOff(input),
    turnRuleOn: (input) => this.#change((off) => off.filter((one) => !isSameRuleOff(one, input.off))),
  };

  rulesOf({ source, info }: Tab): ProjectSettings['rules'] {
    return withRulesOff(source.project.settings.rules, this.#off, knownServer(info));
  }

  /** Applies the rules to a tab if they changed. Its server may just have reported its name. */
  applyTo(tab: Tab): void {
    const { source } = tab;
    if (this.#off.length === 0 && !this.#said.has(source)) return;
    const rules = this.rulesOf(tab);
    const text = JSON.stringify(rules);
    const before = this.#said.get(source) ?? JSON.stringify(source.project.settings.rules);
    if (text === before) return;
    this.#said.set(source, text);
    source.setRules(rules);
  }

  async #turnOff({ rule, session }: CommandInput<'turnRuleOff'>): Promise<Result<readonly RuleOff[]>> {
    if (!isRule(rule)) return err(`There is no rule "${rule}" that could be turned off.`);
    let off: RuleOff = { rule, server: null };
    if (session !== null) {
      const tab = this.#tabs.get(session);
      if (!tab.ok) return tab;
      const server = knownServer(tab.value.info);
      if (server.name === '' && server.commandLine === '')
        return err('This recording names no server. Turn the rule off everywhere instead.');
      off = { rule, server };
    }
    return this.#change((others) => [...others.filter((one) => !isSameRuleOff(one, off)), off]);
  }

  async #change(next: (off: readonly RuleOff[]) => readonly RuleOff[]): Promise<Result<readonly RuleOff[]>> {
    const written = await this.#file.change(({ off }) => ({ version: 1, off: [...next(off)] }));
    if (!written.ok) return written;
    await this.#read();
    return ok(this.#off);
  }

  /** Rereads the file, which another app may have changed. Returns a sentence if it cannot be read. */
  async #read(): Promise<string> {
    const { value, problem } = await this.#file.read();
    if (jsonEqual(value.off, this.#off)) return problem;
    this.#off = value.off;
    for (const tab of this.#tabs.all()) {
      this.applyTo(tab);
      this.#tabs.grew(tab.session);
    }
    return problem;
  }
}
