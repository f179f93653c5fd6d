import { schemaDefectRule } from '../tool-defects.ts';

/** Clients that compile the schema fail at it. */
export const rule = schemaDefectRule('A03', 'pattern');
