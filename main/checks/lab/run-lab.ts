import { randomBytes } from 'node:crypto';
import { StdioServerTransport } from '@modelcontextprotocol/sdk/server/stdio.js';
import type { Fault } from '../../../app/lab/faults/fault.ts';
import { ownStdin } from '../../system/own-stdin.ts';
import { PacedOutput } from '../../system/paced-output.ts';
import { eitherEra } from './either-era.ts';
import { realProcess, streamWire } from './lab-process.ts';
import { LAB_CAPABILITIES, LAB_INFO, labInstructions, startLab } from './lab-server.ts';
import type { SaveRows } from './measured-rows.ts';
import { surveyAddition } from './survey-service.ts';

export type RunLabOptions = {
  /** Only the survey's tools. */
  readonly isSurveyOnly?: boolean;
  /** What the markers follow from; without it, one that no agent can have seen before. */
  readonly seed?: string;
  readonly faults?: readonly Fault[];
  readonly save: SaveRows;
};

/**
 * `tierscope lab`: the error lab and the survey on this process's stdio, for clients of either era. Resolves with 0
 * when stdin has ended.
 */
export async function runLab({
  isSurveyOnly = false,
  seed,
  faults = [],
  save,
}: RunLabOptions): Promise<number> {
  // A client that is gone reads no answers; the end of stdin says the rest.
  process.stdout.on('error', () => undefined);
  const stdin = ownStdin();
  const stdout = new PacedOutput(process.stdout);
  const wire = streamWire(stdout, process.stderr);
  const addition = surveyAddition({
    seed: seed ?? randomBytes(6).toString('hex'),
    isAlone: isSurveyOnly,
    save,
  });
  const ended = new Promise((resolve) => stdin.once('end', resolve));
  const transport = eitherEra(new StdioServerTransport(stdin, stdout), {
    info: LAB_INFO,
    capabilities: LAB_CAPABILITIES,
    instructions: labInstructions(addition),
  });
  const server = await startLab(transport, wire, realProcess, { addition, faults });
  await ended;
  await server.close();
  return 0;
}
