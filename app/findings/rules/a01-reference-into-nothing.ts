import { schemaDefectRule } from '../tool-defects.ts';

/** Clients that compile the schema fail at it, and models get a place without a rule. */
export const rule = schemaDefectRule('A01', 'dangling-ref');
