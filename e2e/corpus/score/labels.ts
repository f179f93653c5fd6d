import { z } from 'zod';
import { ACTORS } from '../../../app/protocol/actor.ts';

const ruleIds = z.array(z.string().regex(/^[A-Z]\d\d$/));

const labelSchema = z.strictObject({
  seq: z.number().int().positive(),
  what: z.string().min(1),
  tier: z.enum(['ok', 'tool', 'protocol', 'client', 'transport']).optional(),
  code: z.number().int().nullable().optional(),
  side: z.enum(['server', 'sdk', 'client']).optional(),
  violations: ruleIds.optional(),
  advice: ruleIds.optional(),
  may: ruleIds.optional(),
  trap: z.literal(true).optional(),
  hidden: z.enum(['failure', 'partial']).optional(),
  acts: z.array(z.enum(ACTORS)).min(1).optional(),
  causes: z.array(z.string().min(1)).min(1).optional(),
  why: z.string().optional(),
});

const labelsSchema = z.strictObject({
  server: z.string().min(1),
  sdk: z.string().min(1),
  versions: z.record(z.string(), z.string()),
  half: z.enum(['tuning', 'held-out']),
  vocabulary: z.array(z.string()),
  labels: z.array(labelSchema).min(1),
});

/** What a person wrote down about one record; docs/corpus.md says what each member means. */
export type Label = z.infer<typeof labelSchema>;
export type Labels = z.infer<typeof labelsSchema>;
export type Half = Labels['half'];

/**
 * Reads a file of labels; throws with the place and the reason if it is none, if a record is labelled twice, or if a
 * label has only one of `acts` and `causes`.
 */
export function readLabels(text: string): Labels {
  const labels = labelsSchema.parse(JSON.parse(text));
  const seqs = new Set<number>();
  for (const { seq, acts, causes } of labels.labels) {
    if (seqs.has(seq)) throw new Error(`the record ${seq} has two labels`);
    if ((acts === undefined) !== (causes === undefined))
      throw new Error(`the label of ${seq} has only one of acts and causes`);
    seqs.add(seq);
  }
  return labels;
}
