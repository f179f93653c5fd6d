import { schemaDefectRule } from '../tool-defects.ts';

/** A model that sends what the schema offers gets an error. */
export const rule = schemaDefectRule('A04', 'default');
