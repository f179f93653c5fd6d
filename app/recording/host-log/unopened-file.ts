import { withPatterns } from '../../base/written-pattern.ts';
import { LOOK_UP, tapCommand } from './host-log-format.ts';
import FILES from './unopened-files.json' with { type: 'json' };

/** A file in no supported format: what it is, by its first bytes or words, and what to do. */
type Known = {
  readonly what: string;
  readonly when: RegExp;
  readonly next: string;
  /** The command that shows messages, unless the host's own, or the one of any server, does. */
  readonly wrap?: string;
  readonly host?: string;
};

/** Host logs without server information, and other files often attached to issues. */
const KNOWN = withPatterns(FILES) as readonly Known[];

/** What a text is that is not a recording, and what to do; undefined if unknown. */
export function unopenedText(head: string): string | undefined {
  const known = KNOWN.find(({ when }) => when.test(head));
  if (known === undefined) return undefined;
  const { what, next, host = '', wrap = tapCommand(host) } = known;
  return `This is ${what}. ${next}; ${LOOK_UP}, or wrap the server: ${wrap}.`;
}

/** What to do with a text of unknown kind. */
export const WAY_ON = `If it is the log of a host, ${LOOK_UP}, or wrap the server: tierscope tap install.`;
