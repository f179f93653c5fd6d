import { ACTION, ALWAYS_CHECK, BEGINS_ACTION, CHECK, FINDS_OUT, JUDGES, REWRITE } from './tool-verbs.ts';

/**
 * What a tool's result is made of, by the tool's name: `action` does something and reports on it; `lookup` finds
 * things and lists them; `raw` passes on a text that somebody else wrote; `check` reports on the state of another
 * thing, so that words of failure are its answer; `rewrite` makes a text of the caller's own.
 */
export type ToolPurpose = 'action' | 'lookup' | 'raw' | 'check' | 'rewrite' | 'unknown';

const RAW =
  words(`blame cat code comment comments config console content contents conversation crash crashes diff
  email emails env error errors event events exception exceptions history html journal level log logs lyrics mail
  message messages note notes page patch preview readme sentry setting settings sms inbox source stacktrace stderr stdout tail
  text thread threads trace traces voicemail`);

const LOOKUP =
  words(`article articles browse crawl directory discover doc docs policy documentation feed fetch files find policies rules regulations laws faq terms guidelines
  glob grep issue issues library list lookup news rg rss scan scrape search select table tables tree walk web wiki
  wikipedia`);

/** What follows is the kind of text that they write. */
const WRITERS = words('draft compose suggest propose generate');

/** Asked alone, these rather name a thing than an act. */
const THINGS = words('bid order tap water crop clip mount lock pin stake patch');

/** By its form no noun: "remind", "sterilize". */
const IS_VERB =
  /^(?:un|re(?!cord|port|quest|turn|lease|pair|call|fund|run|treat|verse|lay)|dis(?!pute|charge|count|patch))|(?:ize|ise|ify|ate)$/;

/** Verbs that are nouns as well. */
const NOUNS = words(
  'block book build commit copy export file import loan order patch play post schedule ship store tag launch call run release charge vote trade bid transfer press plan walk deploy sync search scan',
);
/** Of these verbs a state is what they set or hand on, and not the state of what the name begins with. */
const SETS_STATE = words(
  'add adjust amend append apply broadcast change clear confirm copy correct create delete edit email enter export import log mark modify notify override post publish push put record refresh remove report reset revise save send set share store submit switch sync toggle update upload write',
);
const DECIDED = words(
  'decision decisions outcome outcomes result results status statuses state states eligibility quality consumption usage',
);
const STATES = words('balance info history summary report list details log logs stats');

/** A verb of these leads no action, whatever follows: "get_run", "list_orders". */
const GETTERS = words('get list show describe find fetch read search query view lookup count');

/** "is_open", "can_ship": yes or no is the answer. */
const ASKS = words('is are can may has have does do should was');

const QUESTIONS = words('who what when where which why how next');

const known = new Map<string, ToolPurpose>();
const MAX_KEPT = 500;

/** The purpose of a tool as far as its name shows it. */
export function toolPurpose(name: string): ToolPurpose {
  let purpose = known.get(name);
  if (purpose === undefined) {
    if (known.size >= MAX_KEPT) known.clear();
    purpose = purposeOf(name);
    known.set(name, purpose);
  }
  return purpose;
}

function purposeOf(name: string): ToolPurpose {
  const tokens = tokensOf(name);
  const first = tokens[0] ?? '';
  const phrase = tokens.join(' ');
  if (/\bcheck (in|out)\b/.test(phrase)) return 'action';
  if (ASKS.has(first) || /\bis (up|down|online)\b/.test(phrase)) return 'check';
  if (QUESTIONS.has(first) || /\blook ?up\b/.test(phrase)) return 'lookup';
  if (JUDGES.has(first) && tokens.length > 1) return 'check';
  // "approve_or_reject": either is an answer.
  if (/^(?:accept|approve|allow|grant|admit) or (?:deny|decline|refuse|reject)\b/.test(phrase))
    return 'check';
  if (first === 'extract' && /\b(?:text|content|page|html|article)\b/.test(phrase)) return 'raw';
  if (first === 'print' && tokens.length > 1) return 'action';
  if (/^(check|validate|verify|test|inspect)\b.* and (\w+)/.test(phrase)) {
    const then = tokens[tokens.indexOf('and') + 1] ?? '';
    if (ACTION.has(then) || BEGINS_ACTION.has(then)) return 'action';
  }
  if (WRITERS.has(first) || (REWRITE.has(first) && first !== 'print' && first !== 'correct'))
    return 'rewrite';
  if (FINDS_OUT.has(first) && !tokens.some((token) => CHECK.has(token) && token !== first))
    return first === 'evaluate' ? 'check' : 'unknown';
  const verb =
    BEGINS_ACTION.has(first) || (tokens.length > 1 && NOUN_OR_VERB.has(first))
      ? first
      : (tokens.find((token) => ACTION.has(token) || GETTERS.has(token)) ?? '');
  const last = tokens.at(-1) ?? '';
  // "update_status" acts, and "order_status" tells of an order.
  const acts =
    (verb === first || ACTION.has(verb)) &&
    !GETTERS.has(verb) &&
    verb !== '' &&
    !(NOUNS.has(verb) && STATES.has(last)) &&
    !(tokens.length > 1 && !SETS_STATE.has(verb) && DECIDED.has(last));
  // "train_delays" and "plant_status" begin with a noun.
  if (acts && !ACTION.has(verb) && tokens.length > 1 && NAMES_TEXT.has(last)) return 'unknown';
  const sure = acts && ACTION.has(verb);
  if (tokens.some((token) => (sure ? ALWAYS_CHECK : CHECK).has(token))) return 'check';
  if (acts && verb === 'write' && tokens.some((token) => REWRITE.has(token) || token === 'message'))
    return 'rewrite';
  if (verb === 'commit' && tokens.includes('message')) return 'rewrite';
  if (acts) return 'action';
  if (tokens.some((token) => REWRITE.has(token))) return 'rewrite';
  if (LOOKUP.has(first)) return RAW_WORDS.some((word) => tokens.includes(word)) ? 'raw' : 'lookup';
  if (tokens.some((token) => RAW.has(token))) return 'raw';
  return tokens.some((token) => LOOKUP.has(token)) ? 'lookup' : 'unknown';
}

/** "repair_notes" and "recall_search" do nothing. */
const NAMES_TEXT = words(
  'note notes log logs search advice list info history message messages code codes page pages tips guide table schedule forecast prices price level levels map rate rates number numbers names size type types plan card cards profile menu calendar temperature times fees rules text address',
);

/** These are verbs only if something follows. */
const NOUN_OR_VERB = words(
  'email file issue page label plant record board film scan name level ground request return report_to mail train quote text',
);

/** True if the name is one word that may be a noun as well. */
export function mayBeNoun(name: string): boolean {
  const [first = '', ...more] = tokensOf(name);
  return (
    more.length === 0 &&
    (THINGS.has(first) || (BEGINS_ACTION.has(first) && !ACTION.has(first) && !IS_VERB.test(first)))
  );
}

/** What is searched is itself a record of failures. */
const RAW_WORDS = ['log', 'logs', 'error', 'errors', 'exceptions', 'traces', 'console', 'messages', 'events'];

/** The words of a tool's name. */
export function tokensOf(name: string): string[] {
  return name
    .replace(/([a-z0-9])([A-Z])/g, '$1_$2')
    .toLowerCase()
    .split(/[^a-z]+/)
    .filter((token) => token !== '');
}

function words(text: string): ReadonlySet<string> {
  return new Set(text.split(/\s+/));
}
