import { join } from 'node:path';
import { z } from 'zod';
import { err, ok } from '../../app/base/result.ts';
import type { Handlers } from '../../app/contract/command.ts';
import {
  type FILTER_COMMANDS,
  type SavedFilter,
  type SEARCH_COMMANDS,
  savedFilterSchema,
} from '../../app/contract/search-commands.ts';
import { textMatcher } from '../../app/frame/query/text-matcher.ts';
import type { IndexSet } from '../../app/frame/view/index-set.ts';
import { SearchRun, type SearchTarget } from '../search/search-run.ts';
import { OwnedJson } from '../system/json-file.ts';
import { RunRegistry } from './run-registry.ts';
import type { Tab } from './tab.ts';
import type { OpenTabs } from './tabs.ts';

/** The searches of all screens, each in its own thread. */
export class SearchService {
  readonly #tabs: OpenTabs;
  readonly #script: string | undefined;
  readonly #runs = new RunRegistry<SearchRun>(8, 'This search was ended.');

  /** `script` is the built worker; without it a search runs in this thread. */
  constructor(tabs: OpenTabs, script: string | undefined) {
    this.#tabs = tabs;
    this.#script = script;
  }

  readonly commands: Handlers<typeof SEARCH_COMMANDS> = {
    searchStart: async ({ sessions, ...search }) => {
      const readable = textMatcher(search);
      if (!readable.ok) return readable;
      const targets = sessions.flatMap((session) => targetOf(this.#tabs.find(session)));
      if (targets.length === 0) return err('There is no session to search any more.');
      return ok({ search: this.#runs.add(new SearchRun(search, targets, this.#script)) });
    },
    searchNext: ({ search }) => this.#runs.with(search, (run) => run.next()),
    searchRanges: ({ search, session, seq }) => this.#runs.with(search, (run) => run.ranges(session, seq)),
    searchEnd: async ({ search }) => this.#runs.end(search),
  };

  /** The matches of a search in a session; undefined if either is unknown. */
  matches(search: string, session: string): IndexSet | undefined {
    return this.#runs.get(search)?.matches(session);
  }

  close(): void {
    this.#runs.close();
  }
}

function targetOf(tab: Tab | undefined): SearchTarget[] {
  if (tab === undefined) return [];
  const { session, info, source } = tab;
  return [
    {
      session,
      label: info.label,
      table: tab.rowTable(),
      file: source.recorded.file,
      recorded: source.recorded.session,
      places: async () => {
        await source.settle();
        return source.kind === 'opening' ? undefined : source.store.places;
      },
      records: (...range) => source.store.readRecords(...range),
    },
  ];
}

const fileSchema = z.strictObject({ version: z.literal(1), filters: z.array(savedFilterSchema) });

/** The user's filters, in `filters.json` in the data folder: a browser loses its storage when the port changes. */
export function savedFilterCommands(dataFolder: string): Handlers<typeof FILTER_COMMANDS> {
  const file = new OwnedJson(join(dataFolder, 'filters.json'), fileSchema, { version: 1, filters: [] });
  /** The list as this app's screens know it; later changes by another app are preserved. */
  let known: readonly SavedFilter[] = [];
  return {
    listFilters: async () => {
      const { value, problem } = await file.read();
      known = value.filters;
      return problem === '' ? ok(value.filters) : err(problem);
    },
    saveFilters: async ({ filters }) => {
      const isIn = (list: readonly SavedFilter[], { name, text }: SavedFilter) =>
        list.some((one) => one.name === name && one.text === text);
      const saved = await file.change(({ filters: kept }) => {
        const own = filters.filter((one) => !isIn(known, one) || isIn(kept, one));
        const others = kept.filter((one) => !isIn(known, one) && !isIn(own, one));
        return { version: 1, filters: [...own, ...others] };
      });
      if (saved.ok) known = filters;
      return saved;
    },
  };
}
