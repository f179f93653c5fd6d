import { percentDecoded } from '../base/percent-decoded.ts';

/** The owner of a stack frame's code: the server itself, a package, or the runtime that calls both. */
export type FrameOwner = 'own' | 'package' | 'runtime';

/** A stack frame as its runtime prints it; line 0 and an empty file if no place is printed. */
export type StackFrame = {
  readonly function: string;
  readonly file: string;
  readonly line: number;
  readonly owner: FrameOwner;
};

/** How a language prints a frame, and which parts are not the server's own. */
type Language = {
  readonly name: string;
  /** Groups: `fn`, `file`, `line`; `unit` is the package, if printed separately. */
  readonly frame: RegExp;
  /** Matches the function, if it is printed on the line above. */
  readonly above?: RegExp;
  /** True if the failing call is printed last. */
  readonly innermostLast?: true;
  /** Runtimes, SDKs and their transports: matched in a file, a function or a unit, one per line. */
  readonly runtime: RegExp;
  readonly packages: RegExp;
};

const GO_LIBRARY =
  'archive|bufio|bytes|cmp|compress|container|context|crypto|database|debug|encoding|errors|expvar|flag|fmt|go|hash|html|image|internal|io|iter|log|maps|math|mime|net|os|path|plugin|reflect|regexp|runtime|slices|sort|strconv|strings|sync|syscall|testing|text|time|unicode';

/** In the order in which their formats are tried. */
const LANGUAGES: readonly Language[] = [
  {
    name: 'Python',
    frame: /^\s*(?:> ?)?File "(?<file>[^"]+)", line (?<line>\d+)(?:, in (?<fn>.+)|(?<=\.py", line \d+))$/,
    innermostLast: true,
    runtime:
      /^<(?:frozen|string|attrs)|[\\/](?:lib[\\/]python[\d.]+|Lib)[\\/](?!(?:site|dist)-packages)|-packages[\\/](?:mcp|fastmcp|anyio|starlette|uvicorn|fastapi|pydantic\w*|click|typer|sse_starlette)[\\/.]/m,
    packages: /[\\/](?:site|dist)-packages[\\/]/,
  },
  {
    name: 'C#',
    frame: /^\s*at (?<fn>[^(]+)\(.*\) in (?<file>.+):line (?<line>\d+)$/,
    runtime: /^(?:System|Microsoft|Interop|ModelContextProtocol)\./m,
    packages: /^\/_\//m,
  },
  {
    name: 'JVM',
    frame:
      /^\s*at (?:[\w.@$-]*\/)*(?<fn>[\w$.<>-]+)\((?<file>[\w$-]+\.\w+):(?<line>\d+)\)(?: ~?\[(?<unit>[^\]]*)\])?$/,
    runtime:
      /^(?:javax?|jdk|sun|com\.sun|kotlinx?|scala|groovy|clojure|io\.(?:modelcontextprotocol|ktor|quarkus\w*|quarkiverse|micronaut|vertx|netty|smallrye|undertow)|org\.(?:springframework|eclipse\.jetty|apache\.(?:catalina|coyote|tomcat)|jboss)|reactor)\./m,
    packages:
      /^(?:com\.(?:fasterxml|google|mysql|zaxxer|squareup|networknt)|org\.(?:apache|slf4j|hibernate|postgresql|jetbrains|json)|ch\.qos|okhttp3|okio|io\.grpc|retrofit2)\.|^[\w.-]+\.jar:/m,
  },
  {
    name: 'Rust',
    frame: /^\s*at (?<file>.+\.rs):(?<line>\d+)(?::\d+)?$/,
    above: /^\s*\d+:\s+(?:0x[\da-f]+ - )?(?<fn>\S.*)$/,
    runtime:
      /[\\/]rustc[\\/]|[\\/]library[\\/](?:std|core|alloc)[\\/]|[\\/](?:rmcp|tokio|futures|hyper|axum|tower)[\w-]*-\d/,
    packages: /cargo[\\/](?:registry|git)[\\/]|[\\/]vendor[\\/]/,
  },
  {
    name: 'Node',
    frame:
      /^\s*at (?:async )?(?:(?<fn>[^()]+) \()?(?<file>(?:[A-Za-z][\w+-]*:|[\w@.~/\\<])[^()]*?):(?<line>\d+):\d+\)?[\s{]*$/,
    runtime:
      /^(?:node|bun|deno|ext|internal|native|webpack)[:/]|node_modules[\\/](?:.*[\\/])?(?:@modelcontextprotocol|@cyanheads[\\/]mcp-ts-core|fastmcp|mcp-framework|express|router|hono|@hono|zod|ajv)[\\/]/m,
    packages: /[\\/](?:node_modules|\.yarn|\.pnpm)[\\/]/,
  },
  {
    name: 'Go',
    frame: /^\s+(?<file>\S.*\.(?:go|s)):(?<line>\d+)(?: \+0x[\da-f]+)?$/,
    above: /^(?:created by )?(?<fn>[^\s(]+(?:\(\*[^\s()]+\)[^\s(]*)?)(?:\(.*\))?(?: in goroutine \d+)?$/,
    runtime: new RegExp(
      `(?:[\\\\/]src[\\\\/]|^)(?:${GO_LIBRARY})[\\\\/]|modelcontextprotocol[\\\\/]go-sdk|mark3labs[\\\\/]mcp-go|^_cgo`,
    ),
    packages: /[\\/]pkg[\\/]mod[\\/]|@v\d|[\\/]vendor[\\/]/,
  },
  {
    name: 'Ruby',
    frame:
      /^\s*(?:\d+: )?(?:from )?(?<file><internal:[^>]+>|(?:[A-Za-z]:)?[^\s:'"`][^:'"`]*):(?<line>\d+):in [`'](?<fn>[^']+)'(?::|$)/,
    runtime:
      /^<internal:|[\\/]lib[\\/]ruby[\\/][\d.]+[\\/]|[\\/]gems[\\/](?:mcp|fast-mcp|rack|puma|rails\w*)-\d/m,
    packages: /[\\/]gems[\\/]/,
  },
  {
    name: 'PHP',
    frame:
      /^\s*#\d+ (?:(?<file>[^\s([{].*?)\((?<line>\d+)\): |\[internal function\]: |(?=\{main\}))(?<fn>[^(]+)/,
    runtime: /[\\/]vendor[\\/](?:mcp|php-mcp|logiscape|opgginc|laravel|symfony|react|amphp)[\\/]/m,
    packages: /[\\/]vendor[\\/]/,
  },
  {
    name: 'Elixir',
    frame:
      /^\s+(?:\((?<unit>\w+)(?: \d[^)]*)?\) )?(?<file>[\w./-]+\.(?:exs?|erl)):(?<line>\d+): (?<fn>\S.*)$/,
    runtime:
      /^(?:elixir|stdlib|kernel|erts|compiler|mix|iex|logger|ex_unit|eex|crypto|ssl|inets|\w+_mcp|mcp_\w+|phoenix\w*|plug\w*|bandit|cowboy\w*|ranch|thousand_island)$|\.erl$/m,
    packages:
      /^(?:ecto\w*|db_connection|postgrex|myxql|jason|poison|req|finch|mint|nimble_\w+|tesla|hackney|httpoison|telemetry\w*|gen_stage|oban|broadway)$|^deps\//m,
  },
];

/** A frame without a place: of code that was compiled without one. */
const PLACELESS = /^\s*at [\w.$<>`[\], ]+ ?\([^()]*\)$|^\s+\(\w+ \d[\w.]*\) :?\w.*\)$/;

/** A frame on the line `at`, together with the line above if that names its function. */
export type FrameLine = {
  readonly language: string;
  readonly frame: StackFrame;
  readonly innermostLast: boolean;
  readonly isNamedAbove: boolean;
};

/** Reads a line as a stack frame; undefined for any other line. */
export function frameLine(text: string, above: string): FrameLine | undefined {
  // Every format has a line number or an argument list.
  if (!/\d|\(/.test(text)) return undefined;
  for (const { name, frame: form, above: fnForm, runtime, packages, innermostLast = false } of LANGUAGES) {
    const { fn, file = '', line = 0, unit = '' } = form.exec(text)?.groups ?? NO_GROUPS;
    if (fn === undefined && file === '') continue;
    const named = fnForm?.exec(above)?.groups?.fn;
    const known = fn ?? named ?? '';
    const path = plainPath(file);
    const look = `${path}\n${known}\n${unit}`;
    const owner = runtime.test(look) || file === '' ? 'runtime' : packages.test(look) ? 'package' : 'own';
    const frame: StackFrame = { function: functionName(known), file: path, line: Number(line), owner };
    return { language: name, frame, innermostLast, isNamedAbove: named !== undefined };
  }
  if (!PLACELESS.test(text)) return undefined;
  const frame: StackFrame = { function: text.trim(), file: '', line: 0, owner: 'runtime' };
  return { language: '', frame, innermostLast: false, isNamedAbove: false };
}

const NO_GROUPS: { readonly [name: string]: string | undefined } = {};

function plainPath(file: string): string {
  return file.startsWith('file://')
    ? percentDecoded(file.replace(/^file:\/\/(?:\/(?=[A-Za-z]:))?/, ''))
    : file;
}

/** Removes the module path, the namespace except for the class, and names that mean a module's top level. */
function functionName(fn: string): string {
  const name = fn.trim().replace(/^\S*\/(?=[\w-]+\.)/, '');
  if (/^(?:<module>|Object\.<anonymous>|<anonymous>|\{main\}|<main>|<top \(required\)>)$/.test(name))
    return '';
  return name.replace(/^(?:[\w$]+\.)+(?=[\w$]+\.[\w$<>]+$)/, '');
}
