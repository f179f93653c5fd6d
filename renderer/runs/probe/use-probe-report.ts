import { ok, type Result } from '../../../app/base/result.ts';
import type { CaseVerdict, ProbeReport } from '../../../app/checks/probe/probe-report.ts';
import { host, settled } from '../../state/host/host.ts';
import { useLoaded } from '../../state/host/use-loaded.ts';

/** The whole result of a tab's probe; undefined until it is there. */
export function useProbeReport(session: string): Result<ProbeReport> | undefined {
  return useLoaded(session, () => readReport(session));
}

async function readReport(session: string): Promise<Result<ProbeReport>> {
  const cases: CaseVerdict[] = [];
  for (;;) {
    const page = await settled(host().readProbe({ session, from: cases.length }));
    if (!page.ok) return page;
    const { report, total } = page.value;
    cases.push(...report.cases);
    if (cases.length >= total || report.cases.length === 0) return ok({ ...report, cases });
  }
}
