import { ANSWER_TEMPLATES } from './answer-templates.ts';
import { BATCH_TEMPLATES } from './batch-templates.ts';
import { BYTE_TEMPLATES } from './byte-templates.ts';
import { CALL_TEMPLATES } from './call-templates.ts';
import { ENVELOPE_TEMPLATES } from './envelope-templates.ts';
import { ID_TEMPLATES } from './id-templates.ts';
import { ORDER_TEMPLATES } from './order-templates.ts';
import { PARSE_TEMPLATES } from './parse-templates.ts';
import type { Template } from './template.ts';

/** The standard mistakes, in the order of their groups. */
export const TEMPLATES: readonly Template[] = [
  ...PARSE_TEMPLATES,
  ...ENVELOPE_TEMPLATES,
  ...ID_TEMPLATES,
  ...ANSWER_TEMPLATES,
  ...BATCH_TEMPLATES,
  ...ORDER_TEMPLATES,
  ...CALL_TEMPLATES,
  ...BYTE_TEMPLATES,
];
