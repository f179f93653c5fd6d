import { schemaDefectRule } from '../tool-defects.ts';

/** Clients that compile the schema fail on it. */
export const rule = schemaDefectRule('A03', 'pattern');
