/**
 * What a tool's result is made of, by the tool's name: `action` does something and reports on it; `lookup` finds
 * things and lists them; `raw` passes on a text that somebody else wrote; `check` reports on the state of another
 * thing, so that words of failure are its answer; `rewrite` makes a text of the caller's own.
 */
export type ToolPurpose = 'action' | 'lookup' | 'raw' | 'check' | 'rewrite' | 'unknown';

const CHECK = new Set(
  `alert alerts analyze analyse assess audit available availability check checks ci compare deployment deployments
  diagnose diagnostics doctor eslint evaluate exists has health healthcheck inspect inspection is job jobs lint
  metrics monitor permission permissions ping pipeline pytest quota readiness report review run runs score stats
  state status statuses test tests track tracking typecheck up uptime usage validate validator verify whois
  workflow workflows grade outage incident incidents`.split(/\s+/),
);

const ACTION = new Set(
  `add append apply archive assign batch block book build bulk buy call cancel checkout click clone close commit compile
  connect convert copy create delete deploy disable dispatch download drop edit enable exec execute export fill
  import init insert install invite launch login make mark merge migrate modify move mv navigate open order patch
  pause pay play post publish pull push put rebase register remove rename reply reset resize resolve restart resume
  retry revoke rotate save schedule send set shell start stop store submit subscribe switch sync tag transfer
  trigger turn type uninstall unsubscribe update upload upsert write`.split(/\s+/),
);

const REWRITE = new Set(
  `ask caption chat classify complete completion correct define describe echo explain format generate grammar help
  hint lowercase moderate ocr paraphrase print prompt proofread quiz repeat rewrite reverse say sentiment simulate
  story summarize summarise summary think thinking thought transcribe transcript translate translation uppercase
  usage`.split(/\s+/),
);

const RAW = new Set(
  `blame cat chat code comment comments config console content contents conversation crash crashes diff email emails
  env error errors event events exception exceptions file history journal level log logs lyrics mail message
  messages note notes page patch preview read setting settings show source stderr stdout tail text thread threads
  trace traces view html stacktrace readme`.split(/\s+/),
);

const LOOKUP = new Set(
  `all article articles browse crawl describe directory discover doc docs documentation feed fetch files find glob
  grep issue issues library list lookup news rg rss scan scrape search select table tables tree walk web
  wiki wikipedia`.split(/\s+/),
);

/** These do nothing to a thing that is only checked: "run_tests" reports, "run_job" acts. */
const WEAK_CHECKS = new Set([
  'run',
  'job',
  'report',
  'deployment',
  'workflow',
  'pipeline',
  'is',
  'up',
  'alert',
]);

const known = new Map<string, ToolPurpose>();
const MOST_KEPT = 500;

/** The purpose of a tool as far as its name shows it. */
export function toolPurpose(name: string): ToolPurpose {
  let purpose = known.get(name);
  if (purpose === undefined) {
    if (known.size >= MOST_KEPT) known.clear();
    purpose = purposeOf(name);
    known.set(name, purpose);
  }
  return purpose;
}

function purposeOf(name: string): ToolPurpose {
  const tokens = tokensOf(name);
  const first = tokens[0] ?? '';
  const acts = tokens.some((token) => ACTION.has(token));
  if (tokens.some((token) => CHECK.has(token) && !(WEAK_CHECKS.has(token) && (acts || token === first)))) {
    return acts && ACTION.has(first) && !tokens.some((token) => STRONG_CHECKS.has(token))
      ? 'action'
      : 'check';
  }
  if (WEAK_FIRST.has(first) && tokens.length > 1) return 'check';
  if (tokens.some((token) => REWRITE.has(token)) && !ACTION.has(first)) return 'rewrite';
  if (first === 'write' && tokens.some((token) => REWRITE.has(token) || RAW.has(token))) {
    return tokens.includes('file') ? 'action' : 'rewrite';
  }
  if (acts) return 'action';
  if (LOOKUP.has(first)) return RAW_WORDS.some((word) => tokens.includes(word)) ? 'raw' : 'lookup';
  if (tokens.some((token) => RAW.has(token))) return 'raw';
  return tokens.some((token) => LOOKUP.has(token)) ? 'lookup' : 'unknown';
}

const STRONG_CHECKS = new Set([
  'test',
  'tests',
  'lint',
  'validate',
  'audit',
  'check',
  'health',
  'diagnostics',
]);
const WEAK_FIRST = new Set(['is', 'has', 'can']);
/** What is searched is itself a record of failures. */
const RAW_WORDS = ['log', 'logs', 'error', 'errors', 'exceptions', 'traces', 'console', 'messages', 'events'];

function tokensOf(name: string): string[] {
  return name
    .replace(/([a-z0-9])([A-Z])/g, '$1_$2')
    .toLowerCase()
    .split(/[^a-z]+/)
    .filter((token) => token !== '');
}
