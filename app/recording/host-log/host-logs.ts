import { compiled, type HostGrammar, type WrittenGrammar } from './host-grammar.ts';
import GRAMMARS from './host-grammars.json' with { type: 'json' };
import { hostLog } from './host-log-format.ts';

/** Host logs in text lines, those with the surest signs first. */
export const HOST_LOGS = Object.fromEntries(
  Object.entries(GRAMMARS).map(([name, written]) => [name, hostLog(compiled(written as WrittenGrammar))]),
) as { readonly [Name in keyof typeof GRAMMARS]: ReturnType<typeof hostLog> };

/** The grammar of Claude Code's sentences, which its logs in other layouts share. */
export const CLAUDE_CODE: HostGrammar = compiled(GRAMMARS['claude-code-debug'] as WrittenGrammar);
