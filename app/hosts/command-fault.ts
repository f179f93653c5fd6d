import { messageText } from '../base/message.ts';
import faults from './command-faults.json' with { type: 'json' };

/** A fault in the command of a server entry by itself: the fault and the fix, in whole sentences. */
export type CommandFault = {
  readonly found: string;
  readonly todo: string;
  /** True if the command cannot start any server, whatever else is wrong. */
  readonly isFatal: boolean;
};

type Found = {
  readonly key: keyof typeof faults;
  readonly word?: string;
  readonly right?: readonly string[];
};

const SHELLS = /^(?:sh|bash|zsh|dash|ksh|fish|cmd|powershell|pwsh)$/i;
const RUNNERS =
  /^(?:npx|npm|pnpm|pnpx|yarn|bunx?|deno|node|tsx|ts-node|uvx?|pipx|python[\d.]*|poetry|docker|podman|java|dotnet|go|cargo|ruby|php)$/i;
const SYNTAX = /^(?:&&|\|\|?|;|2>&1|>>?|<)$|&&\s*$|^&&\s/;
const IS_PATH = /^(?:[A-Za-z]:)?[\\/]/;

/** The first fault of a command that is visible without files or processes; undefined if none is known. */
export function commandFault(command: string, args: readonly string[]): CommandFault | undefined {
  const program = programOf(command);
  const fault =
    ofCommand(command, args) ??
    (SHELLS.test(program) ? ofShell(command, args) : ofWords(command, program, args)) ??
    (/^(?:docker|podman)$/i.test(program) ? ofDocker(command, args) : undefined) ??
    (/^(?:npx|bunx|pnpx)$/i.test(program) ? ofPackage(args) : undefined);
  if (fault === undefined) return undefined;
  const { key, word = '', right = [] } = fault;
  const [first, ...rest] = right;
  const entry = `"command": ${JSON.stringify(first)}, "args": ${JSON.stringify(rest)}.`;
  const values = { word: JSON.stringify(word), program, entry };
  const { found, todo } = faults[key];
  const isFatal = !key.startsWith('docker-');
  return { found: messageText(found, values), todo: messageText(todo, values), isFatal };
}

function programOf(command: string): string {
  return (command.split(/[\\/]/).at(-1) ?? '').replace(/\.(?:exe|cmd|bat)$/i, '');
}

function ofCommand(command: string, args: readonly string[]): Found | undefined {
  const words = command.trim().split(/\s+/);
  const [first = ''] = words;
  if (/^[A-Z_][A-Z0-9_]*=/.test(first)) return { key: 'variable', word: first };
  if (first === 'cd' || words.some((word) => SYNTAX.test(word)))
    return { key: 'shell-syntax', word: words.find((word) => SYNTAX.test(word)) ?? first };
  if (words.length === 1 || (IS_PATH.test(command) && !RUNNERS.test(programOf(first)))) return undefined;
  const isWhole = RUNNERS.test(programOf(first)) || words.slice(1).some((word) => word.startsWith('-'));
  return isWhole ? { key: 'whole-command', right: [...words, ...args] } : undefined;
}

/** `sh -c` takes its command line as a single argument (POSIX, sh, "-c"). */
function ofShell(command: string, args: readonly string[]): Found | undefined {
  const at = args.findIndex((word) => /^-[a-z]*c$/.test(word));
  const line = args[at + 1] ?? '';
  if (at < 0 || args.length <= at + 2 || /[\s$]/.test(line)) return undefined;
  const whole = args.slice(at + 1).join(' ');
  return { key: 'shell-words', word: line, right: [command, ...args.slice(0, at + 1), whole] };
}

function ofWords(command: string, program: string, args: readonly string[]): Found | undefined {
  const [first = ''] = args;
  const syntax = args.find((word) => SYNTAX.test(word.trim()) || /^cd\s|\s&&\s/.test(word));
  if (syntax !== undefined) return { key: 'shell-syntax', word: syntax };
  const isRunner = RUNNERS.test(program);
  if (isRunner && first === program && !/^(?:docker|podman)$/.test(program))
    return { key: 'doubled', word: first, right: [command, ...args.slice(1)] };
  const whole = isRunner && args.length <= 2 ? args.find((word) => /^\S+(?:\s+\S+)+$/.test(word)) : undefined;
  const isCode = args.some((word) => /^(?:-[a-z]*[cep]|--eval|--print)$/.test(word));
  if (whole !== undefined && !isCode && (/^-|\s-/.test(whole) || whole.startsWith('run ')))
    return { key: 'whole-args', right: [command, ...args.flatMap((word) => word.split(/\s+/))] };
  const unread = args.find((word) => /^~\/|^\$(?:HOME|PWD)\b|^%\w+%/.test(word));
  return unread === undefined ? undefined : { key: 'unexpanded', word: unread };
}

/** The options of `docker run` without a value (docker CLI reference, "docker container run"). */
const FLAGS =
  /^--(?:rm|init|interactive|tty|detach|privileged|read-only|no-healthcheck|publish-all|sig-proxy|oom-kill-disable|quiet|disable-content-trust)$/;
const TAKES_VALUE = /[eavpwumlhc]$/;

function ofDocker(command: string, args: readonly string[]): Found | undefined {
  const run = args.indexOf('run');
  if (run < 0 || run > 1 || (run === 1 && args[0] !== 'container')) return undefined;
  const options: string[] = [];
  let at = run + 1;
  for (; at < args.length && args[at]?.startsWith('-'); at += 1) {
    const word = args[at] ?? '';
    options.push(word);
    const isLong = word.startsWith('--');
    if (isLong ? !word.includes('=') && !FLAGS.test(word) : TAKES_VALUE.test(word)) {
      at += 1;
      options.push(args[at] ?? '');
    }
  }
  const is = (letter: string, long: string) => (word: string) =>
    new RegExp(`^-[a-z]*${letter}[a-z]*$|^--${long}(?:=true)?$`).test(word);
  const [isTty, isDetached, isStdin] = [is('t', 'tty'), is('d', 'detach'), is('i', 'interactive')];
  const clean = options.flatMap((word) => {
    if (!isTty(word) && !isDetached(word) && !isStdin(word)) return [word];
    const left = word.startsWith('--') ? '' : word.slice(1).replaceAll(/[tdi]/g, '');
    return left === '' ? [] : [`-${left}`];
  });
  const [tty, detached] = [options.find(isTty), options.find(isDetached)];
  const right = [command, ...args.slice(0, run + 1), '-i', ...clean, ...args.slice(at)];
  if (tty !== undefined) return { key: 'docker-tty', word: tty, right };
  if (detached !== undefined) return { key: 'docker-detached', word: detached, right };
  return options.some(isStdin) ? undefined : { key: 'docker-no-stdin', right };
}

function ofPackage(args: readonly string[]): Found | undefined {
  const word = args.find((one) => !one.startsWith('-')) ?? '';
  return /^@[^/]*$/.test(word) ? { key: 'package-name', word } : undefined;
}
