import { resolve } from 'node:path';
import { type Command, Option } from 'commander';
import { bytesFrom } from '../../app/base/byte-size.ts';
import { KEY_PASSPHRASE } from '../../app/hosts/profiles/profile.ts';
import type { SessionSettings, SettingsChange } from '../../app/protocol/session-settings.ts';
import { FAIL_ON_TERMS, REPORT_FORMATS } from '../../app/report/report.ts';
import { CommandEnd, exitCodes } from './command-end.ts';

// Options of several commands. An invalid value ends the program with a sentence.

export type Act<Request> = (request: Request) => Promise<void>;

/** An option whose value is stored under the name that the run uses. */
export function option(flags: string, description: string, name: string): Option {
  return Object.assign(new Option(flags, description), { attributeName: () => name });
}

export function withOptions(command: Command, ...options: readonly Option[]): Command {
  for (const one of options) command.addOption(one);
  return command;
}

/** How to start and talk to a server; omitted options are undefined. */
export type ServerOptions = {
  readonly label?: string;
  readonly cwd?: string;
  readonly env?: Readonly<Record<string, string>>;
  readonly dataFolder?: string;
  readonly era?: SessionSettings['era'];
  readonly revision?: string;
  /** The timeout of an answer, in milliseconds. */
  readonly timeoutMs?: number;
};

export const LABEL = new Option('--label <name>', 'the name of its session');
export const CWD = new Option('--cwd <folder>', 'the folder that the server starts in');
export const ENV = new Option('--env <name=value>', 'a variable of its environment; repeatable').argParser(
  environment,
);
export const DATA = option('--data <folder>', 'where recordings and settings are kept', 'dataFolder');
export const REVISION = new Option('--revision <revision>', 'the protocol revision to ask for');

export type AddressOptions = {
  readonly url?: URL;
  readonly headers?: readonly (readonly [string, string])[];
  /** The path of a certificate file. */
  readonly ca?: string;
  /** The paths of a client certificate and of its key. */
  readonly cert?: string;
  readonly key?: string;
  readonly insecure?: boolean;
  /** The environment variable that contains a bearer token. */
  readonly tokenEnv?: string;
};

export function addressOptions(): readonly Option[] {
  return [
    new Option('--url <address>', 'a server over HTTP, instead of a command').argParser(httpAddress('--url')),
    option(
      '--header <header>',
      "a header 'Name: value' for each request, as often as needed",
      'headers',
    ).argParser(header),
    new Option('--ca <file>', 'certificates in PEM to trust beside the usual ones'),
    new Option('--cert <file>', 'a client certificate in PEM'),
    new Option('--key <file>', `its key; ${KEY_PASSPHRASE} in the environment opens it`),
    new Option('--insecure', 'check no certificate'),
    new Option('--token-env <name>', 'the variable of the environment that holds a bearer token'),
  ];
}

export function httpAddress(flag: string): (text: string) => URL {
  return (text) => {
    const url = URL.canParse(text) ? new URL(text) : undefined;
    if (url?.protocol === 'http:' || url?.protocol === 'https:') return url;
    throw wrong(flag, 'an address that begins with http:// or https://', text);
  };
}

function header(text: string, earlier: readonly [string, string][] = []): [string, string][] {
  const [, name, value] = /^([!#$%&'*+.^`|~\w-]+):\s*([\t\x20-\x7e]*)$/.exec(text) ?? [];
  if (name !== undefined && value !== undefined) return [...earlier, [name, value]];
  throw wrong('--header', "a header such as 'X-Api-Key: abc'", text.replace(/:.*/s, ': …'));
}

/** A server from a command line, with its changes to the default settings. */
export type TypedServer = {
  readonly command: string;
  readonly args: readonly string[];
  readonly env?: Readonly<Record<string, string>> | undefined;
  readonly settings?: SettingsChange | undefined;
};

/** The server that a command names by a command line or an address; ends the program if it names neither or both. */
export function typedServer(
  [command = '', ...args]: readonly string[],
  { url, env, ...reach }: AddressOptions & Pick<ServerOptions, 'env'>,
  name: string,
): TypedServer {
  if (url === undefined) {
    if (command.trim() !== '') return { command, args, env };
    const how = `tierscope ${name} -- command args…, or tierscope ${name} --url address`;
    throw new CommandEnd(`${name} needs a server: ${how}.`, exitCodes.usage);
  }
  if (command !== '') throw new CommandEnd(`${name} takes a command or --url, not both.`, exitCodes.usage);
  const { headers = [], ca, cert, key, insecure = false, tokenEnv } = reach;
  const passphrase = (key ?? cert) ? process.env[KEY_PASSPHRASE] : undefined;
  const opens: [string, string][] = passphrase ? [[KEY_PASSPHRASE, passphrase]] : [];
  const path = (file: string | undefined) => (file === undefined ? '' : resolve(file));
  return {
    ...{ command: url.href, args },
    env: Object.fromEntries([...headers, ...bearerOf(tokenEnv), ...opens]),
    settings: { insecure, caFile: path(ca), certFile: path(cert), keyFile: path(key) },
  };
}

function bearerOf(tokenEnv: string | undefined): [string, string][] {
  if (tokenEnv === undefined) return [];
  const token = process.env[tokenEnv];
  if (!token) throw new CommandEnd(`--token-env: there is no variable ${tokenEnv}.`, exitCodes.usage);
  return [['Authorization', `Bearer ${token}`]];
}

/** The headers and trust settings for a server at an address; ends the program if a file or variable is missing. */
export async function reached({ headers = [], insecure = false, tokenEnv, ...files }: AddressOptions) {
  const { readPems } = await import('../system/pem-files.ts');
  const pems = await readPems(files, '');
  if (!pems.ok) throw new CommandEnd(pems.error, exitCodes.cannotOpen);
  return { headers: [...headers, ...bearerOf(tokenEnv)], insecure, ...pems.value };
}

export function eraOption(): Option {
  return new Option('--era <era>', 'how to talk to it').choices(['auto', 'initialize', 'modern']);
}

export function portOption(description: string): Option {
  return new Option('--port <number>', description).argParser(wholeNumber('--port', 65_535));
}

export function timeoutOption(description: string): Option {
  return secondsOption('--timeout', description, 'timeoutMs');
}

/** An option in seconds, stored in milliseconds. */
export function secondsOption(flag: string, description: string, name: string): Option {
  return option(`${flag} <seconds>`, description, name).argParser((text: string) => {
    const typed = text.trim() === '' ? Number.NaN : Number(text);
    if (typed >= 0.001 && typed <= 3600) return Math.round(typed * 1000);
    throw wrong(flag, 'seconds from 0.001 to 3600', text);
  });
}

/** The filters, baseline and failure conditions of a report or a probe. */
export type ReportFilters = {
  readonly format: string;
  /** False to print recorded secrets. */
  readonly redact: boolean;
  readonly failOn?: readonly string[];
  /** Rule ids. */
  readonly only?: readonly string[];
  readonly skip?: readonly string[];
  readonly baseline?: string;
  /** True to overwrite the baseline with this report, which makes all its findings known. */
  readonly updatesBaseline?: boolean;
  /** A project file; by default the nearest one in or above the working folder. */
  readonly projectFile?: string;
  readonly maxDurationMs?: number;
  readonly maxResultBytes?: number;
};

type FilterTexts = {
  readonly failOn: string;
  readonly baseline: string;
  /** The effect of exceeding a limit on a call. */
  readonly limited: string;
};

export function withReportFilters(command: Command, texts: FilterTexts): Command {
  const kinds = `${FAIL_ON_TERMS.join(', ')}; separated by commas, or given again`;
  return withOptions(
    command,
    formatOption(REPORT_FORMATS),
    new Option('--fail-on <kinds>', `${texts.failOn}: ${kinds}`).argParser(collectedList),
    new Option('--only <rules>', 'only the findings of these rules, by id').argParser(collectedList),
    new Option('--skip <rules>', 'no findings of these rules').argParser(collectedList),
    new Option('--baseline <file>', texts.baseline),
    option(
      '--baseline-update',
      'write this report over the baseline, so that all of it is known from then on',
      'updatesBaseline',
    ),
    option(
      '--config <file>',
      'a project file; without it, the nearest .tierscope.json here or above',
      'projectFile',
    ),
    option(
      '--max-duration <ms>',
      `${texts.limited} takes longer, in milliseconds`,
      'maxDurationMs',
    ).argParser(duration),
    option(
      '--max-result <size>',
      `${texts.limited} has a larger result, such as 100kB`,
      'maxResultBytes',
    ).argParser(resultSize),
    NO_REDACT,
  );
}

/** Ends the program if there is no baseline to update. */
export function checkBaseline({ updatesBaseline, baseline }: ReportFilters): void {
  if (updatesBaseline === true && baseline === undefined)
    throw new CommandEnd('--baseline-update needs --baseline: the file to write.', exitCodes.usage);
}

export function formatOption(formats: readonly string[]): Option {
  return new Option('--format <format>', 'how to print the result').choices(formats).default('text');
}

/** For commands that print recorded data. */
export const NO_REDACT = new Option(
  '--no-redact',
  'keep tokens, passwords, addresses and home folders as they are',
);

export function collected(text: string, earlier: readonly string[] = []): string[] {
  return [...earlier, text];
}

/** Collects a repeatable option with comma-separated values. */
export function collectedList(text: string, earlier: readonly string[] = []): string[] {
  return [...earlier, ...text.split(',').map((value) => value.trim())];
}

function duration(text: string): number {
  const ms = text.trim() === '' ? Number.NaN : Number(text);
  if (Number.isFinite(ms) && ms >= 0) return ms;
  throw wrong('--max-duration', 'milliseconds', text);
}

const MAX_RESULT_BYTES = 1_000_000_000;

function resultSize(text: string): number {
  const bytes = bytesFrom(text, MAX_RESULT_BYTES);
  if (bytes !== undefined) return bytes;
  throw wrong('--max-result', 'a size such as 100kB or 2MB', text);
}

function environment(text: string, earlier: Record<string, string> = {}): Record<string, string> {
  const equals = text.indexOf('=');
  if (equals > 0) return { ...earlier, [text.slice(0, equals)]: text.slice(equals + 1) };
  throw wrong('--env', 'NAME=value', text);
}

/** A parser for whole numbers from 0 to `most`. */
export function wholeNumber(flag: string, most: number): (text: string) => number {
  return (text) => {
    const number = Number(text);
    if (/^\d+$/.test(text) && number <= most) return number;
    throw wrong(flag, `a number from 0 to ${most}`, text);
  };
}

export function wrong(flag: string, needed: string, text: string): CommandEnd {
  return new CommandEnd(`${flag} needs ${needed}, not "${text}".`, exitCodes.usage);
}
