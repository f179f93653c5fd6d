import { joinCommandLine } from '../../session/command-line.ts';
import type { PlannedFile } from './plan-tap.ts';

/** A plan for one file as lines for people: each changed server with its command before and after. */
export function tapPlanText(planned: PlannedFile): string {
  const lines = [`${planned.host.name}: ${planned.file.path}`];
  for (const { server, project, before, after } of planned.changes) {
    lines.push(`  ${server}${project === '' ? '' : ` (${project})`}`);
    lines.push(`  - ${commandLine(before)}`, `  + ${commandLine(after)}`);
  }
  for (const { server, reason } of planned.left) lines.push(`  ${server}: left as it is. ${reason}`);
  return `${lines.join('\n')}\n`;
}

function commandLine(words: readonly string[]): string {
  const [command = '', ...args] = words;
  return joinCommandLine(command, args);
}
