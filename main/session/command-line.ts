import { err, ok, type Result } from '../../app/base/result.ts';
import type { SessionInfo } from '../../app/contract/session-info.ts';
import { isAddress } from '../../app/frame/http-record.ts';
import type { SessionRecord } from '../../app/frame/record.ts';

type CommandLine = {
  readonly command: string;
  readonly args: readonly string[];
  /** The `NAME=value` words before the command. */
  readonly env: Readonly<Record<string, string>>;
};

const ASSIGNMENT = /^([A-Za-z_][A-Za-z0-9_]*)=/;

/**
 * Splits a command line as a POSIX shell does (XCU 2.2 quoting, 2.10.2 assignment words), without running one:
 * variables, globs, `~`, pipes and `#` are kept. Line ends separate words like blanks. On `win32` a backslash is kept,
 * but before a double quote it works as in Microsoft's C runtime. Fails with a sentence for the user.
 */
export function splitCommandLine(text: string, platform: string): Result<CommandLine> {
  if (isAddress(text.trim())) return ok({ command: text.trim(), args: [], env: {} });
  const words = readWords(text, platform === 'win32');
  if (!words.ok) return words;
  const first = words.value.findIndex((word) => nameIn(word) === undefined);
  if (words.value.length === 0)
    return err('The command line is empty. Type the command that starts the server.');
  if (first < 0)
    return err('There are only variables here. Type the command that starts the server after them.');
  const env = words.value.slice(0, first).map((word): [string, string] => {
    const name = nameIn(word) ?? '';
    return [name, word.text.slice(name.length + 1)];
  });
  const [command = '', ...args] = words.value.slice(first).map((word) => word.text);
  if (command.trim() === '') return err('The command is an empty word. Type the name of a program.');
  return ok({ command, args, env: Object.fromEntries(env) });
}

/** The line that {@link splitCommandLine} parses as this command, on every platform. */
export function joinCommandLine(command: string, args: readonly string[]): string {
  if (args.length === 0 && isAddress(command)) return command;
  const head = ASSIGNMENT.test(command) ? singleQuoted(command) : quoted(command);
  return [head, ...args.map(quoted)].join(' ');
}

/** A shell recognizes an assignment only if its name and the `=` are not quoted. */
function nameIn(word: Word): string | undefined {
  const name = ASSIGNMENT.exec(word.text)?.[1];
  return name !== undefined && name.length < word.plain ? name : undefined;
}

function quoted(word: string): string {
  return /^[A-Za-z0-9_@%+=:,./-]+$/.test(word) ? word : singleQuoted(word);
}

function singleQuoted(word: string): string {
  return `'${word.replaceAll("'", `'"'"'`)}'`;
}

type Word = {
  readonly text: string;
  /** The number of leading unquoted characters. */
  readonly plain: number;
};

const BLANK = ' \t\r\n';
/** The characters that a backslash escapes between double quotes (POSIX XCU 2.2.3). */
const ESCAPED_IN_QUOTES = '$`"\\';

/** Splits a line into words; `windows` keeps backslashes. Fails with a sentence for the user. */
function readWords(line: string, windows: boolean): Result<Word[]> {
  if (line.includes('\0')) return err('The command line has a NUL character, which no program can be given.');
  return new WordReader(line, windows).words();
}

class WordReader {
  readonly #line: string;
  readonly #windows: boolean;
  #at = 0;
  #text = '';
  /** Undefined until the word has a quote or an escape. */
  #plain: number | undefined;

  constructor(line: string, windows: boolean) {
    this.#line = line;
    this.#windows = windows;
  }

  words(): Result<Word[]> {
    const words: Word[] = [];
    for (;;) {
      while (this.#more && BLANK.includes(this.#char)) this.#at += 1;
      if (!this.#more) return ok(words);
      this.#text = '';
      this.#plain = undefined;
      const wrong = this.#word();
      if (wrong !== undefined) return err(wrong);
      // A line continuation alone is not a word.
      if (this.#text !== '' || this.#plain !== undefined) {
        words.push({ text: this.#text, plain: this.#plain ?? this.#text.length });
      }
    }
  }

  get #more(): boolean {
    return this.#at < this.#line.length;
  }

  get #char(): string {
    return this.#line.charAt(this.#at);
  }

  /** Parses one word into the fields; returns what is wrong with it. */
  #word(): string | undefined {
    while (this.#more && !BLANK.includes(this.#char)) {
      const char = this.#char;
      const wrong = char === "'" || char === '"' ? this.#quoted(char) : this.#bare(char);
      if (wrong !== undefined) return wrong;
    }
    return undefined;
  }

  #bare(char: string): string | undefined {
    if (char !== '\\') {
      this.#text += char;
      this.#at += 1;
      return undefined;
    }
    if (this.#windows) return this.#backslashes();
    if (this.#at + 1 >= this.#line.length) {
      return 'The command line ends in a backslash, which escapes nothing. Write two to mean one.';
    }
    if (this.#line.charAt(this.#at + 1) !== '\n') this.#escape();
    else this.#at += 2;
    return undefined;
  }

  #quoted(quote: '"' | "'"): string | undefined {
    const opened = this.#at;
    this.#plain ??= this.#text.length;
    this.#at += 1;
    while (this.#more) {
      const char = this.#char;
      if (char === quote) {
        this.#at += 1;
        return undefined;
      }
      if (char === '\\' && quote === '"') this.#backslashInQuotes();
      else {
        this.#text += char;
        this.#at += 1;
      }
    }
    return `The quote ${quote} at character ${opened + 1} is never closed.`;
  }

  #backslashInQuotes(): void {
    if (this.#windows) {
      this.#backslashes();
      return;
    }
    const next = this.#line.charAt(this.#at + 1);
    if (next === '\n') this.#at += 2;
    else if (next !== '' && ESCAPED_IN_QUOTES.includes(next)) this.#escape();
    else {
      this.#text += '\\';
      this.#at += 1;
    }
  }

  #escape(): void {
    this.#plain ??= this.#text.length;
    this.#text += this.#line.charAt(this.#at + 1);
    this.#at += 2;
  }

  /** Before a double quote, two backslashes make one and an odd one escapes the quote; all others stay. */
  #backslashes(): undefined {
    let end = this.#at;
    while (this.#line.charAt(end) === '\\') end += 1;
    const count = end - this.#at;
    const beforeQuote = this.#line.charAt(end) === '"';
    this.#text += '\\'.repeat(beforeQuote ? Math.floor(count / 2) : count);
    this.#at = end;
    if (!beforeQuote || count % 2 === 0) return undefined;
    this.#plain ??= this.#text.length;
    this.#text += '"';
    this.#at += 1;
  }
}

/** The start of a session according to its record; empty if it has none. */
export function startOf(
  record: Pick<SessionRecord, 'command' | 'args' | 'cwd' | 'env' | 'url'> | undefined,
): Pick<SessionInfo, 'commandLine' | 'cwd' | 'envNames'> {
  const { url, command = url, args = [], cwd = '', env = [] } = record ?? {};
  return { commandLine: command === undefined ? '' : joinCommandLine(command, args), cwd, envNames: env };
}
