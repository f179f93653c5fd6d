import { schemaDefectRule } from '../tool-defects.ts';

/** A reference that leads back to itself without descending into the value never ends. */
export const rule = schemaDefectRule('A02', 'cycle');
