import { type DoctorStep, STEP_TITLES, type StepId } from '../doctor-report.ts';

/** A check with this result. */
export function sampleStep(
  id: StepId,
  status: DoctorStep['status'],
  found: string,
  todo = '',
  evidence: readonly string[] = [],
): DoctorStep {
  return { id, title: STEP_TITLES[id], status, found, evidence, todo };
}
