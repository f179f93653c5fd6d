import type { Finding } from '../../../app/findings/finding.ts';

/** A finding of T01 at the record with this seq. */
export function finding(seq: number, change: Partial<Finding> = {}): Finding {
  return {
    rule: 'T01',
    name: 'a-rule',
    title: `Finding ${seq}`,
    severity: 'advice',
    session: 's1',
    seq,
    evidence: [seq],
    certainty: 'certain',
    side: 'server',
    todo: '',
    explanation: '',
    source: '',
    before: '',
    after: '',
    ...change,
  };
}

/** Lets every answer in flight arrive. */
export async function settle(): Promise<void> {
  for (let turn = 0; turn < 60; turn += 1) await Promise.resolve();
}
