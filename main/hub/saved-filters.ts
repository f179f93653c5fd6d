import { join } from 'node:path';
import { z } from 'zod';
import { err, ok } from '../../app/base/result.ts';
import type { Commands } from '../../app/contract/commands.ts';
import { savedFilterSchema } from '../../app/contract/search-commands.ts';
import { OwnedJson } from '../profiles/owned-json.ts';

const fileSchema = z.strictObject({ version: z.literal(1), filters: z.array(savedFilterSchema) });

/** The user's filters, in `filters.json` of the data folder: a browser forgets what an address with another port kept. */
export function savedFilterCommands(dataFolder: string): Pick<Commands, 'listFilters' | 'saveFilters'> {
  const file = new OwnedJson(join(dataFolder, 'filters.json'), fileSchema, { version: 1, filters: [] });
  return {
    listFilters: async () => {
      const { value, problem } = await file.read();
      return problem === '' ? ok(value.filters) : err(problem);
    },
    saveFilters: ({ filters }) => file.change(() => ({ version: 1, filters: [...filters] })),
  };
}
