import { schemaDefectRule } from '../tool-defects.ts';

/** Clients that compile the schema fail on it, and models see a place without a rule. */
export const rule = schemaDefectRule('A01', 'dangling-ref');
