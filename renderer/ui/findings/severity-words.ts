import type { Severity } from '../../../app/findings/finding.ts';
import type { SeverityOf } from '../../../app/findings/severity.ts';
import { MCP_REVISIONS } from '../../../app/protocol/revisions.ts';

/** Each severity in a word for people. */
export const SEVERITY_WORDS: Record<Severity, string> = {
  violation: 'Violation',
  advice: 'Advice',
  info: 'To know',
};

/**
 * The severity in a word, with the revisions in which the rule weighs so: `Violation since 2025-11-25`.
 * A single case may weigh less than its rule; then the word stands alone.
 */
export function severityWords(severity: Severity, severityOf: SeverityOf | undefined): string {
  const word = SEVERITY_WORDS[severity];
  if (severityOf === undefined) return word;
  const same = MCP_REVISIONS.map((revision) => severityOf(revision) === severity);
  const first = MCP_REVISIONS[same.indexOf(true)];
  const last = MCP_REVISIONS[same.lastIndexOf(true)];
  if (first === undefined || last === undefined || same.every((one) => one)) return word;
  if (first === last) return `${word} in ${first}`;
  if (last === MCP_REVISIONS.at(-1)) return `${word} since ${first}`;
  return first === MCP_REVISIONS[0] ? `${word} up to ${last}` : `${word} from ${first} to ${last}`;
}
