import { join } from 'node:path';
import { z } from 'zod';
import { err, ok, type Result } from '../../app/base/result.ts';
import type { OwnVocabulary } from '../../app/codes/meaning-evidence.ts';
import type { Handlers } from '../../app/contract/command.ts';
import type { CommandInput } from '../../app/contract/commands.ts';
import type {
  PROBLEM_COMMANDS,
  ProblemBasis,
  RULE_COMMANDS,
  SessionProblems,
} from '../../app/contract/problem-commands.ts';
import type { EarlierRecording } from '../../app/contract/recording-commands.ts';
import { jsonEqual } from '../../app/hosts/jsonc.ts';
import type { KnownCodes } from '../../app/report/report-options.ts';
import type { ProjectSettings } from '../../app/session/project/project-file.ts';
import {
  isSameRuleOff,
  knownServer,
  type RuleOff,
  ruleOffSchema,
  withRulesOff,
} from '../../app/session/project/rules-off.ts';
import { traitsOf } from '../../app/session/same-server.ts';
import { isRule } from '../profiles/checked-project.ts';
import {
  type Earlier,
  type KeptProblems,
  ProblemKeeper,
  type RecordedProblems,
} from '../recording/analysis/problem-keeper.ts';
import type { ProblemWorker } from '../recording/analysis/problem-worker.ts';
import { OwnedJson } from '../system/json-file.ts';
import { WorkerThread } from '../system/worker-channel.ts';
import type { Source, Tab } from './tab.ts';
import type { OpenTabs, Tabs } from './tabs.ts';

type ProblemServiceOptions = {
  readonly tabs: OpenTabs;
  /** The built worker; without it this thread reads. */
  readonly script: string | undefined;
  readonly rulesOf: (tab: Tab) => ProjectSettings['rules'];
  /** The user's own vocabularies, as screens know them. */
  readonly ownVocabularies: () => Promise<readonly OwnVocabulary[]>;
  /** Finds the earlier recordings of the server of a tab, the newest first. */
  readonly earlierThan: (tab: Tab) => Promise<readonly EarlierRecording[]>;
};

/** The problems of sessions for all screens: read in a thread, which starts when somebody asks for them. */
export class ProblemService {
  readonly #options: ProblemServiceOptions;
  readonly #local = new ProblemKeeper();
  #thread: WorkerThread<ProblemWorker> | undefined;

  constructor(options: ProblemServiceOptions) {
    this.#options = options;
  }

  readonly commands: Handlers<typeof PROBLEM_COMMANDS> = {
    readProblems: (input) => this.#read(input),
    problemRows: ({ session, problem }) => this.#of(session, (recorded) => this.#rows(recorded, problem)),
    problemAt: ({ session, seq }) => this.#of(session, (recorded) => this.#at(recorded, seq)),
  };

  async close(): Promise<void> {
    await Promise.all([this.#local.close(), this.#thread?.end('The app is closing.')]);
  }

  #read({ session, against, spoken }: CommandInput<'readProblems'>): Promise<Result<SessionProblems>> {
    return this.#of(session, async (recorded, tab) => {
      const codes: KnownCodes = { spoken: spoken ?? null, own: await this.#options.ownVocabularies() };
      const recordings = await this.#options.earlierThan(tab);
      const server = traitsOf(tab.info);
      // Whether the process was restarted is known when the records are read.
      const first: Earlier =
        against.kind === 'recording'
          ? { kind: 'recording', path: against.path, server }
          : against.kind === 'last'
            ? { kind: 'run', run: 0 }
            : against;
      const read = await this.#keep(recorded, first, codes);
      if (!read.ok || against.kind !== 'last' || read.value.against > 0)
        return shown(read, session, recordings, first);
      const [newest] = recordings;
      if (newest === undefined) return shown(read, session, recordings, { kind: 'none' });
      const earlier: Earlier = { kind: 'recording', path: newest.path, server };
      return shown(await this.#keep(recorded, earlier, codes), session, recordings, earlier);
    });
  }

  async #of<Value>(
    session: string,
    act: (recorded: RecordedProblems, tab: Tab) => Promise<Result<Value>>,
  ): Promise<Result<Value>> {
    const tab = this.#options.tabs.get(session);
    if (!tab.ok) return tab;
    const written = await tab.value.exportSource();
    if (!written.ok) return written;
    const { settings } = tab.value.source.project;
    const rules = this.#options.rulesOf(tab.value);
    return act({ ...written.value, project: { ...settings, rules } }, tab.value);
  }

  #keep(recorded: RecordedProblems, earlier: Earlier, codes: KnownCodes): Promise<Result<KeptProblems>> {
    return this.#ask(
      (keeper) => keeper.read(recorded, earlier, codes),
      (thread) => thread.call('read', recorded, earlier, codes),
    );
  }

  #rows(recorded: RecordedProblems, problem: string): Promise<Result<readonly number[]>> {
    return this.#ask(
      (keeper) => keeper.rows(recorded, problem),
      (thread) => thread.call('rows', recorded, problem),
    );
  }

  #at(recorded: RecordedProblems, seq: number): Promise<Result<string | null>> {
    return this.#ask(
      (keeper) => keeper.at(recorded, seq),
      (thread) => thread.call('at', recorded, seq),
    );
  }

  async #ask<Value>(
    here: (keeper: ProblemKeeper) => Promise<Result<Value>>,
    there: (thread: WorkerThread<ProblemWorker>) => Promise<Result<Result<Value>>>,
  ): Promise<Result<Value>> {
    const { script } = this.#options;
    if (script === undefined) return here(this.#local);
    if (this.#thread === undefined || this.#thread.fault !== '') {
      const faultOf = (message: string) => `The problems could not be read: ${message}.`;
      this.#thread = new WorkerThread<ProblemWorker>({ script, functions: {}, faultOf });
      this.#thread.unref();
    }
    const answer = await there(this.#thread);
    return answer.ok ? answer.value : answer;
  }
}

function shown(
  read: Result<KeptProblems>,
  session: string,
  earlier: readonly EarlierRecording[],
  asked: Earlier,
): Result<SessionProblems> {
  if (!read.ok) return read;
  const { against, fault: basisFault, ...kept } = read.value;
  return ok({ session, ...kept, earlier, basis: basisOf(against, earlier, asked), basisFault });
}

function basisOf(against: number, earlier: readonly EarlierRecording[], asked: Earlier): ProblemBasis {
  if (against > 0) return { kind: 'run', run: against };
  if (asked.kind !== 'recording') return { kind: 'none' };
  const known = earlier.find(({ path }) => path === asked.path);
  const name = asked.path.split(/[\\/]/).at(-1) ?? asked.path;
  const unknown = { path: asked.path, name, sizeBytes: 0, startedAt: '', label: name, place: 0 };
  return { kind: 'recording', recording: known ?? unknown };
}

/** The tabs whose logs heed the rules. */
type RuledTabs = Pick<Tabs, 'get' | 'all' | 'grew'>;

const fileSchema = z.strictObject({ version: z.literal(1), off: z.array(ruleOffSchema).max(5000) });

/** The rules that the user has turned off, in `rules-off.json` of the data folder, and their effect on every tab. */
export class RulesOffService {
  readonly #tabs: RuledTabs;
  readonly #file: OwnedJson<z.infer<typeof fileSchema>>;
  /** What each source was told last, as JSON. */
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

  /** What is said of the rules of a tab: by its repository and by the user. */
  rulesOf({ source, info }: Tab): ProjectSettings['rules'] {
    return withRulesOff(source.project.settings.rules, this.#off, knownServer(info));
  }

  /** Tells a tab, if that is new to it. Its server may have said its name just now. */
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

  /** Another app may have turned rules off. Gives a sentence if the file cannot be read. */
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
