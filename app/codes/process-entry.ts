import { catalogueEntries } from './catalogue.ts';
import type { CatalogueEntry } from './catalogue-entry.ts';
import { templateMatches, templateWeight } from './meaning-evidence.ts';
import { missingVariable } from './missing-variable.ts';

/** The vocabulary of what processes say when they cannot start or end early. */
const PROCESSES = 'processes';

/** The label of the entry about variables that are not set. */
const MISSING_VARIABLE = 'missing variable';

/** The entry about processes whose wire text fits a line best; undefined for none. */
export function processEntryOf(line: string): CatalogueEntry | undefined {
  let best: { readonly entry: CatalogueEntry; readonly weight: number } | undefined;
  for (const entry of processEntries()) {
    for (const template of entry.messages) {
      const weight = templateWeight(template);
      if ((best === undefined || weight > best.weight) && templateMatches(template, line)) {
        best = { entry, weight };
      }
    }
  }
  return best?.entry ?? (missingVariable(line) === undefined ? undefined : processEntry(MISSING_VARIABLE));
}

/** True if the entry says why a process failed; an exit code and a signal only say that it did. */
export function namesCause({ vocabulary, codeText }: CatalogueEntry): boolean {
  return vocabulary === PROCESSES && !/^(?:exit \d|SIG[A-Z])/.test(codeText);
}

/** The entry about processes with this label, such as `ENOENT` or `exit 127`; undefined for none. */
export function processEntry(label: string): CatalogueEntry | undefined {
  return processEntries().find((entry) => entry.codeText === label);
}

let entries: readonly CatalogueEntry[] | undefined;

function processEntries(): readonly CatalogueEntry[] {
  entries ??= catalogueEntries().filter(({ vocabulary }) => vocabulary === PROCESSES);
  return entries;
}
