import { join } from 'node:path';
import { z } from 'zod';
import { err, ok, type Result } from '../../app/base/result.ts';
import type { Handlers } from '../../app/contract/command.ts';
import type { CommandInput } from '../../app/contract/commands.ts';
import type { RULE_COMMANDS } from '../../app/contract/problem-commands.ts';
import type { ProjectSettings } from '../../app/project/project-file.ts';
import {
  isSameRuleOff,
  knownServer,
  type RuleOff,
  ruleOffSchema,
  withRulesOff,
} from '../../app/project/rules-off.ts';
import { isRule } from '../profiles/checked-project.ts';
import { OwnedJson } from '../profiles/config-file.ts';
import type { Source, Tab } from './tab.ts';
import type { Tabs } from './tabs.ts';

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
      const { value, problem } = await this.#file.read();
      return problem === '' ? ok(value.off) : err(problem);
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

  async #read(): Promise<void> {
    this.#off = (await this.#file.read()).value.off;
    for (const tab of this.#tabs.all()) {
      this.applyTo(tab);
      this.#tabs.grew(tab.session);
    }
  }
}
