import type { Finding } from '../../../app/findings/finding.ts';
import { useSessionLog } from './log-mirrors.ts';

/** Every finding of a session, in the order in which they were made. */
export function useFindings(session: string): readonly Finding[] {
  return useSessionLog(session).findings.list;
}

/** The findings that hang on one of these records, in order; 0 stands for no record. */
export function useFindingsOf(session: string, seqs: readonly number[]): readonly Finding[] {
  const { findings } = useSessionLog(session);
  return [...new Set(seqs.flatMap((seq) => (seq === 0 ? [] : findings.at(seq))))];
}
