import { BROKEN_ANSWER_TOOLS } from './broken-answer-tools.ts';
import { CRASH_TOOLS } from './crash-tools.ts';
import type { LabTool } from './lab-tool.ts';
import { PROTOCOL_ERROR_TOOLS } from './protocol-error-tools.ts';
import { RESULT_TOOLS } from './result-tools.ts';
import { STDOUT_TOOLS } from './stdout-tools.ts';
import { SUCCESS_TOOLS } from './success-tools.ts';
import { TOOL_ERROR_TOOLS } from './tool-error-tools.ts';
import { TRAFFIC_TOOLS } from './traffic-tools.ts';

const ALL = [
  ...SUCCESS_TOOLS,
  ...RESULT_TOOLS,
  ...TOOL_ERROR_TOOLS,
  ...PROTOCOL_ERROR_TOOLS,
  ...BROKEN_ANSWER_TOOLS,
  ...STDOUT_TOOLS,
  ...TRAFFIC_TOOLS,
  ...CRASH_TOOLS,
] as const;

export type LabToolName = (typeof ALL)[number]['name'];

/** Every tool of the error lab, in the order in which the lab lists them. */
export const LAB_TOOLS: readonly LabTool<LabToolName>[] = ALL;

/** The name by which the lab's server introduces itself in the handshake. */
export const LAB_SERVER_NAME = 'tierscope-error-lab';

/** A time-out in milliseconds that is shorter than every late answer of the sample arguments. */
export const LAB_SHORT_TIMEOUT_MS = 1000;

/** The calls of a first start: one of every tier, none of which waits or ends the server. */
export const LAB_FIRST_CALLS = [
  'ok-text',
  'tool-error-recovery',
  'invalid-params',
  'answer-unknown-block',
  'stdout-noise',
] as const satisfies readonly LabToolName[];
