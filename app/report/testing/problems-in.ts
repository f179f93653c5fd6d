import type { SessionAnalysis } from '../../analysis/log-analyzer.ts';
import { allSteps } from '../../base/steps.ts';
import type { RowTable } from '../../frame/row-table.ts';
import { ProblemIndex, type ProblemSources } from '../problem-index.ts';
import { NO_KNOWN_CODES } from '../report-options.ts';

/** The problems of a session whose rows are in `table`. */
export function problemsIn(
  analysis: SessionAnalysis,
  table: RowTable,
  { codes = NO_KNOWN_CODES, rules = [] }: Partial<Pick<ProblemSources, 'codes' | 'rules'>> = {},
): ProblemIndex {
  const { protocolVersion } = analysis.peers;
  const { layers } = analysis.fingerprints;
  const failures = analysis.failures();
  return allSteps(ProblemIndex.read({ ...analysis, failures, table, protocolVersion, layers, codes, rules }));
}
