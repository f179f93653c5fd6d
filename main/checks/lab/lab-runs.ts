import type { LabToolName } from '../../../app/lab/lab-tools.ts';
import { brokenAnswerRuns, crashRuns, stdoutRuns } from './broken-runs.ts';
import type { LabRun } from './lab-call.ts';
import { protocolErrorRuns } from './protocol-error-runs.ts';
import { resultRuns } from './result-runs.ts';
import { successRuns } from './success-runs.ts';
import { toolErrorRuns } from './tool-error-runs.ts';
import { trafficRuns } from './traffic-runs.ts';

/** What each tool of `LAB_TOOLS` does, by its name. */
export const LAB_RUNS: Readonly<Record<LabToolName, LabRun>> = {
  ...successRuns,
  ...resultRuns,
  ...toolErrorRuns,
  ...protocolErrorRuns,
  ...brokenAnswerRuns,
  ...stdoutRuns,
  ...trafficRuns,
  ...crashRuns,
};
