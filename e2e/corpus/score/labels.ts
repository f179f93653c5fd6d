import { z } from 'zod';
import { WHERES } from '../../../app/frame/tier.ts';
import { ACTORS } from '../../../app/protocol/actor.ts';

const ruleIds = z.array(z.string().regex(/^[A-Z]\d\d$/));

const labelSchema = z.strictObject({
  seq: z.number().int().positive().optional(),
  x: z.number().int().positive().optional(),
  what: z.string().min(1),
  tier: z.enum(['ok', 'tool', 'protocol', 'client', 'transport']).optional(),
  where: z.enum(WHERES).optional(),
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

/** A person's label for one record; docs/corpus.md explains each member. */
export type Label = Omit<z.infer<typeof labelSchema>, 'seq'> & { readonly seq: number };
export type Labels = Omit<z.infer<typeof labelsSchema>, 'labels'> & { readonly labels: readonly Label[] };
export type Half = Labels['half'];

/**
 * Parses a file of labels; throws with the place and the reason if it is invalid, labels a record twice, or has a label
 * with only one of `acts` and `causes`.
 */
export function readLabels(text: string): Labels {
  const read = labelsSchema.parse(JSON.parse(text));
  const labels = { ...read, labels: read.labels.map((label) => ({ ...label, seq: placeOf(label) })) };
  const seqs = new Set<number>();
  for (const { seq, acts, causes } of labels.labels) {
    if (seqs.has(seq)) throw new Error(`the record ${seq} has two labels`);
    if ((acts === undefined) !== (causes === undefined))
      throw new Error(`the label of ${seq} has only one of acts and causes`);
    seqs.add(seq);
  }
  return labels;
}

/** The record of a label, or its HTTP exchange as a negative number. */
function placeOf({ seq, x }: z.infer<typeof labelSchema>): number {
  if ((seq === undefined) === (x === undefined)) throw new Error('a label has either seq or x');
  return seq ?? exchangePlace(x ?? 0);
}

/** Represents an HTTP exchange among record numbers. */
export function exchangePlace(x: number): number {
  return -x;
}
