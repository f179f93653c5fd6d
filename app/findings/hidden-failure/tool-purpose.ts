/**
 * What a tool's result is made of, by the tool's name: `action` does something and reports on it; `lookup` finds
 * things and lists them; `raw` passes on a text that somebody else wrote; `check` reports on the state of another
 * thing, so that words of failure are its answer; `rewrite` makes a text of the caller's own.
 */
export type ToolPurpose = 'action' | 'lookup' | 'raw' | 'check' | 'rewrite' | 'unknown';

const CHECK = words(`alert alerts analyze analyse assess audit availability available check checks ci compare
  deployment deployments diagnose diagnostics doctor eslint evaluate exists grade grammar has health healthcheck
  incident incidents inspect inspection is job jobs lint metrics monitor outage permission permissions ping pipeline
  proofread pytest quota readiness report review run runs score spell spellcheck spelling stats state status statuses
  test tests track tracking typecheck up uptime usage validate validator verify whois workflow workflows`);

/** These are checks whatever verb stands before them: "run_tests" reports, "run_job" acts. */
const ALWAYS_CHECK = words('audit check diagnostics health lint test tests typecheck validate');

const ACTION =
  words(`abort accept acquire activate add allocate append apply approve archive arm assign attach authorize
  batch bid block book boot borrow build bulk burn buy calibrate call cancel capture charge checkout
  clear click clip clone close commit compile complete compress connect convert copy create crop
  deactivate deallocate declare decline decode decompress decrypt delete deny deploy deposit destroy
  detach dim disable disarm dispatch download drag drop edit embed enable encode encrypt enrol enroll
  escalate exec execute export extract fill finish flush follow fork forward grant hire hover import
  ingest init insert install invite join kill launch lend like link loan lock login make mark merge
  migrate mint modify mount move mute mv navigate open order patch pause pay pick pin place plan play post
  predict press produce promote provision publish pull purge push put rebase reboot rebuild refresh
  refund register reindex reject release reload remove rename renew reopen reply reproject reserve reset
  resize resolve restart resume retry revoke rollback rotate run save scale schedule scroll seek sell
  send set shell ship shutdown sign skip solve spawn split stake star start stop store submit subscribe
  swap swipe switch sync tag take tap trade transfer transform transpile trigger turn type unassign
  unfollow uninstall unlink unlock unmount unmute unpin unsubscribe update upload upsert vacuum vote
  water withdraw write`);

const REWRITE =
  words(`ask caption chat classify completion correct define describe draft echo compose suggest propose explain format generate help
  hint lowercase moderate ocr paraphrase print prompt quiz repeat rewrite reverse say sentiment simulate story
  summarize summarise summary think thinking thought transcribe transcript translate translation uppercase usage`);

const RAW =
  words(`blame cat code comment comments config console content contents conversation crash crashes diff
  email emails env error errors event events exception exceptions history html journal level log logs lyrics mail
  message messages note notes page patch preview readme sentry setting settings source stacktrace stderr stdout tail
  text thread threads trace traces`);

const LOOKUP =
  words(`article articles browse crawl directory discover doc docs documentation feed fetch files find
  glob grep issue issues library list lookup news rg rss scan scrape search select table tables tree walk web wiki
  wikipedia`);

/** What follows is the kind of text that they write. */
const WRITERS = words('draft compose suggest propose generate');

/** Verbs that are nouns as well. */
const NOUNS = words(
  'block book build commit copy export file import loan order patch play post schedule ship store tag',
);
const STATES = words(
  'status state eligibility balance info history summary report list details log logs stats',
);

/** A verb of these leads no action, whatever follows: "get_run", "list_orders". */
const GETTERS = words('get list show describe find fetch read search query view lookup count');

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
  if (/\bcheck (in|out)\b/.test(tokens.join(' '))) return 'action';
  if (WRITERS.has(first)) return 'rewrite';
  const verb = tokens.find((token) => ACTION.has(token) || GETTERS.has(token)) ?? '';
  // "update_status" acts, and "order_status" tells of an order.
  const acts = ACTION.has(verb) && !(NOUNS.has(verb) && STATES.has(tokens.at(-1) ?? ''));
  if (tokens.some((token) => (acts ? ALWAYS_CHECK : CHECK).has(token))) return 'check';
  if (acts && verb === 'write' && tokens.some((token) => REWRITE.has(token) || token === 'message'))
    return 'rewrite';
  if (verb === 'commit' && tokens.includes('message')) return 'rewrite';
  if (acts) return 'action';
  if (tokens.some((token) => REWRITE.has(token))) return 'rewrite';
  if (LOOKUP.has(first)) return RAW_WORDS.some((word) => tokens.includes(word)) ? 'raw' : 'lookup';
  if (tokens.some((token) => RAW.has(token))) return 'raw';
  return tokens.some((token) => LOOKUP.has(token)) ? 'lookup' : 'unknown';
}

/** What is searched is itself a record of failures. */
const RAW_WORDS = ['log', 'logs', 'error', 'errors', 'exceptions', 'traces', 'console', 'messages', 'events'];

function tokensOf(name: string): string[] {
  return name
    .replace(/([a-z0-9])([A-Z])/g, '$1_$2')
    .toLowerCase()
    .split(/[^a-z]+/)
    .filter((token) => token !== '');
}

function words(text: string): ReadonlySet<string> {
  return new Set(text.split(/\s+/));
}
