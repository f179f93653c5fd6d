import { schemaDefectRule } from '../tool-defects.ts';

/** What leads back to itself without a step into the value never ends. */
export const rule = schemaDefectRule('A02', 'cycle');
