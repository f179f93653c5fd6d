import { isNoise } from '../message.ts';
import { envelopeRule } from '../rule.ts';
import type { SessionView } from '../session-view.ts';
import { lineExcerpt } from '../wire-excerpt.ts';

/** Said once for each run of the server, at its first such line: a log writes many. */
export const rule = envelopeRule({
  title: 'Text on stdout that is no message',
  source: 'MCP 2025-11-25, basic/transports.mdx, "stdio": nothing on stdout that is not a valid MCP message',
  severity: 'violation',
  side: 'server',
  subject: 'stdout',
  malformed(line, view) {
    if (line.sender !== 'server-to-client' || !isNoise(line) || view.noise[0] !== line.seq) return undefined;
    return {
      // The list grows with every further line of this run.
      evidence: view.noise,
      explanation:
        'The server writes text to its stdout that is no JSON-RPC message, this line first; some clients skip such lines, others report a broken connection.',
      todo: stderrAdvice(view, line.text),
      before: lineExcerpt(line.text),
    };
  },
});

type Runtime = 'python' | 'node' | 'go' | 'rust' | 'jvm' | 'elixir' | 'dotnet' | 'ruby' | 'php';

/** How each runtime writes to stderr what it has written to stdout. */
const TO_STDERR: { readonly [Name in Runtime]: string } = {
  python: 'print(…, file=sys.stderr) in place of print(…), and logging with a StreamHandler on sys.stderr',
  node: 'console.error in place of console.log and console.info',
  go: 'fmt.Fprintln(os.Stderr, …) or the log package in place of fmt.Println',
  rust: 'eprintln! in place of println!, and a log subscriber with std::io::stderr as its writer',
  jvm: 'System.err in place of System.out, and a logback console appender whose target is System.err',
  elixir:
    'IO.puts(:stderr, …) in place of IO.puts(…), and the default Logger handler with type: :standard_error',
  dotnet: 'Console.Error in place of Console.Out, and the console logger with LogToStandardErrorThreshold',
  ruby: 'warn or $stderr.puts in place of puts',
  php: 'fwrite(STDERR, …) in place of echo',
};

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

/** The programs that start a server, by their names without folder and extension. */
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

/** What the usual loggers of a runtime write. */
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

/** Who must write this line of stdout elsewhere, and how: for the runtime if it can be known, else for any. */
function stderrAdvice(view: SessionView, line: string): string {
  const runtime =
    BY_VOCABULARY.find(([, ids]) => view.speaks(ids))?.[0] ??
    byCommand(view.command) ??
    first(BY_LINE, line.slice(0, 500));
  if (runtime === undefined)
    return 'The server must write its logs and banners to stderr, and nothing but messages to stdout.';
  return `The server must write such lines to stderr: ${TO_STDERR[runtime]}.`;
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
