import { hasLspHeader } from '../../wire/envelope.ts';
import { isNoise } from '../message.ts';
import type { RuleCheck } from '../rule.ts';
import type { SessionView } from '../session-view.ts';
import { lineExcerpt } from '../wire-excerpt.ts';

/** Reported once per server run, at the first such line, since a log writes many. */
export const rule: RuleCheck = {
  malformed(line, view) {
    if (line.sender !== 'server-to-client' || !isNoise(line) || view.noise[0] !== line.seq) return undefined;
    return {
      // The list grows with every further line of this run.
      evidence: view.noise,
      case: hasLspHeader(line.text) ? 'framed' : (runtimeOf(view, line.text) ?? 'any'),
      before: lineExcerpt(line.text),
    };
  },
};

type Runtime = 'python' | 'node' | 'go' | 'rust' | 'jvm' | 'elixir' | 'dotnet' | 'ruby' | 'php';

const BY_VOCABULARY: readonly (readonly [Runtime, readonly string[]])[] = [
  ['python', ['python-sdk-v1', 'python-sdk-v2', 'fastmcp-python']],
  ['node', ['typescript-sdk-v1', 'typescript-sdk-v2', 'mcp-ts-core', 'fastmcp-typescript']],
  ['go', ['go-sdk', 'mcp-go']],
  ['rust', ['rust-rmcp']],
  ['jvm', ['java-sdk', 'kotlin-sdk']],
  ['elixir', ['hermes', 'anubis']],
  ['dotnet', ['csharp-sdk']],
  ['ruby', ['ruby-sdk']],
  ['php', ['php-sdk']],
];

/** Programs that start a server, by their names without folder and extension. */
const BY_PROGRAM: readonly (readonly [Runtime, RegExp])[] = [
  ['python', /^(python|pypy|uvx?|pipx|poetry|fastmcp)[\d.]*$/],
  ['node', /^(node|npx|npm|pnpm|yarn|tsx|ts-node|bunx?|deno)$/],
  ['go', /^go$/],
  ['rust', /^cargo$/],
  ['jvm', /^(java|jbang|kotlin|gradlew?|mvnw?)$/],
  ['elixir', /^(elixir|iex|mix|erl|escript)$/],
  ['dotnet', /^(dotnet|dnx)$/],
  ['ruby', /^(ruby|bundle|gem)[\d.]*$/],
  ['php', /^php[\d.]*$/],
];

/** The files that such a program, or a shell, is given. */
const BY_FILE: readonly (readonly [Runtime, RegExp])[] = [
  ['python', /\.py$/],
  ['node', /\.[cm]?[jt]sx?$/],
  ['jvm', /\.jar$/],
  ['elixir', /\.exs?$/],
  ['dotnet', /\.(dll|csproj)$/],
  ['ruby', /\.rb$/],
  ['php', /\.(php|phar)$/],
];

/** The output of a runtime's usual loggers. */
const BY_LINE: readonly (readonly [Runtime, RegExp])[] = [
  [
    'jvm',
    /^\S*\d\d:\d\d:\d\d[.,]\d{3}\S* +\[[\w-]+\] +[A-Z]{4,5} |^Exception in thread "| :: Spring Boot :: /,
  ],
  ['jvm', /^\d{4}-\d\d-\d\dT[\d:.]+\S* +(INFO|WARN|ERROR|DEBUG|TRACE) \d+ --- /],
  [
    'elixir',
    /^\d\d:\d\d:\d\d\.\d{3} (\S+ )?\[(debug|info|notice|warn|warning|error)\] |^\*\* \(\w+(\.\w+)*\) /,
  ],
  [
    'rust',
    /^\d{4}-\d\d-\d\dT[\d:.]+Z +(INFO|WARN|ERROR|DEBUG|TRACE) [a-z_]\w*(::\w+)*: |^thread '.{1,80}' panicked at /,
  ],
  ['go', /^\d{4}\/\d\d\/\d\d \d\d:\d\d:\d\d |^panic: |^goroutine \d+ \[/],
  [
    'python',
    /^(DEBUG|INFO|WARNING|ERROR|CRITICAL):[\w.]+:|^Traceback \(most recent call last\)|^ {2}File ".{1,300}", line \d+/,
  ],
  ['python', /^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d,\d{3} - /],
  ['dotnet', /^(info|warn|fail|dbug|trce|crit): [\w.]+\[\d+\]/],
  ['php', /^(PHP )?(Warning|Notice|Deprecated|Fatal error): .{1,300} in .{1,300} on line \d+/],
];

/** The server's runtime, from all available evidence. */
function runtimeOf(view: SessionView, line: string): Runtime | undefined {
  return (
    BY_VOCABULARY.find(([, ids]) => view.speaks(ids))?.[0] ??
    byCommand(view.command) ??
    first(BY_LINE, line.slice(0, 500))
  );
}

function byCommand(command: readonly string[]): Runtime | undefined {
  for (const word of command) {
    const name = word.split(/[\\/]/).at(-1) ?? '';
    const found = first(BY_PROGRAM, name.replace(/\.(exe|cmd|bat|sh)$/i, '')) ?? first(BY_FILE, name);
    if (found !== undefined) return found;
  }
  return undefined;
}

function first(table: readonly (readonly [Runtime, RegExp])[], text: string): Runtime | undefined {
  return table.find(([, pattern]) => pattern.test(text))?.[0];
}
