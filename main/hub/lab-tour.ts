import { LAB_FIRST_CALLS, LAB_TOOLS } from '../../app/lab/lab-tools.ts';
import type { LiveSession } from '../session/live-session.ts';

/** The first minute of a newcomer: lists the error lab's tools and makes one call of every tier. */
export async function runLabTour(live: LiveSession): Promise<void> {
  if (live.status.state !== 'ready') return;
  await live.listTools();
  for (const name of LAB_FIRST_CALLS) {
    const tool = LAB_TOOLS.find((one) => one.name === name);
    await live.callTool(name, { ...tool?.sampleArguments });
  }
}
