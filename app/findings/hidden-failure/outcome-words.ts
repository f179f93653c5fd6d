/** How an act or one thing of several went, as a clause, a line or a member says it. */
export type ItemOutcome = 'good' | 'bad';

/** Words of what was done: regular participles, and the others that tools use. */
export const PARTICIPLE =
  '(?:[a-z]{2,}ed|sent|sold|bought|paid|written|made|taken|put|set|cut|read|found|held|built|lent|given|drawn|sown|done|begun|run|shut|kept|won|brought|caught|hung|fed|led|laid|torn|driven|flown|shown|seen|bound|spun|sewn|hidden|chosen|woken|reset|dug|cast|hit|thrown|grown|beaten|eaten|ridden|lit|shot|spent|spread|taught|told|wound|let|live|merged)';

/** Participles that tell what went wrong, or what stands in the way. */
const NO_DEED =
  '(?:failed|rejected|refused|denied|declined|expired|locked|blocked|exceeded|needed|required|suspended|disabled|limited|interrupted|aborted|terminated|skipped|ignored|unchanged|unsupported|overloaded|exhausted|used|stayed|dropped|disconnected|crashed|timed|allowed|permitted|supplied|expected|named|called|edited|corrupted|bounced|based|related|supported|need|seed|speed|feed|red|bed|shed|closed|stopped|lapsed|revoked|unauthori[sz]ed|occupied|reserved|frozen|withdrawn|vetoed|reverted|jammed|depleted|banned|paused|unplugged|overdue|opened|listed|restricted|hundred|indeed|unnamed|detached|throttled|overheated|tripped|stalled|stranded|cancelled|canceled|reached|scheduled|interested|wanted|tried|exited|overdrawn|affected|authori[sz]ed)';

const BAD =
  /(?<!\b(?:no|0|zero|without|not|never|keine?|pas de) )\b(?:(?:failed|errors?|unreachable) ?[=:] ?[1-9]|fail(?:ed|s|ures?|ing)?|err(?:or|ors)?|exception|reject(?:ed|s)?|refus(?:ed|es|al)|den(?:ied|ies)|declin(?:ed|es)|not(?! (?:needed|required|necessary|affected|only|yet read)\b)|never|could ?n[o'’]t|can ?not|can['’]t|(?:was|were|did|do|does|is|are|has|have|had|would|wo)n['’]t|unable|invalid|illegal|missing|missed|timed out|time-?out|unavailable|unknown|unreachable|unreadable|unsupported|unsent|unfilled|unfinished|unanswered|unmatched|undeliver\w+|unregistered|abort(?:ed|s)?|block(?:ed|s)|bounced?|expired|no (?!errors?\b|problems?\b|issues?\b|warnings?\b|changes?\b|action\b|cost\b|charge\b|fee\b|restart\b|longer\b|later\b|more\b|other\b|further\b)[a-z]+|nobody|none|locked|busy|offline|down|forbidden|unauthori[sz]ed|insufficient|conflict(?:s|ing)?|corrupt(?:ed)?|left (?:out|alone|as|empty|in)|sold out|skipped|out of (?!\d)|ran out|too (?:many|few|long|short|large|small|late|early|big|old)|interrupted|revoked|withdrawn|ko|mismatch|incomplete|stuck|jammed|suspended|stopped|halted|crashed|stays|stayed|gave up|given up|broke(?:n)? (?:off|down)|turned (?:away|down)|rollback|rolled back|held back|nothing|lapsed|overload(?:ed)?|short|full|struck|(?:write-|password |copy-?)?protected|read-?only|overheated|disconnected|ran out|jam|violates|referenced by|not|dropped|discarded|lost|kept|in use|being used|exceed(?:s|ed)|enoent|eacces|n\/a|nan|rate limited|login needed|ran dry|still open|(?:returned|answered|gave) [45]\d\d|unprocessed|http (?:error )?[45]\d\d|nicht|keine?|nichts|pas|aucune?|refusée?s?|niet|geen|niets|nessun[ao]?|non|não|nenhum|nie|odrzucono|rechazad[oa]s?|recusad[oa]s?|ningún|ninguna)\b|❌|✗|✘|\[x\]|失败|失敗|错误|無効|不明|未|エラー|できません/i;
const GOOD = new RegExp(
  `\\b(?!${NO_DEED}\\b)(?:${PARTICIPLE}|ok|okay|success\\w*|succeeded|complete|yes|true|ready)\\b|[✅✔✓]|\\[[v✓]\\]|成功|完了`,
  'i',
);

/** "No mail bounced": twice no is yes. */
export const NONE_BAD =
  /\b(?:no|none|nothing|nobody|never|0|zero|without)\b(?: (?!and\b|but\b|so\b|or\b)[\w-]+){0,4}? (?:failed|fails|bounced|rejected|missing|lost|refused|skipped|denied|declined|errors?|conflicts?|problems?|warnings?|failures?|left (?:out|behind)|turned away|damaged|dropped)\b/gi;

/** The outcome that a phrase names first; undefined if it names none. */
export function wordedOutcome(text: string, tool = ''): ItemOutcome | undefined {
  const phrase = text.replace(NONE_BAD, ' ok ');
  const bad = BAD.exec(phrase);
  const good = phrase.search(GOOD);
  if (bad === null) return good < 0 ? undefined : 'good';
  // What the tool is there to do is no failure of it: "stopped", of a tool that stops.
  if (namesDeed(bad[0], tool)) return 'good';
  return good >= 0 && good < bad.index ? 'good' : 'bad';
}

/** Participles of these verbs are of another form than the verb. */
const IRREGULAR: { readonly [participle: string]: string } = {
  sent: 'send',
  sold: 'sell',
  bought: 'buy',
  paid: 'pay',
  written: 'write',
  made: 'make',
  taken: 'take',
  found: 'find',
  held: 'hold',
  built: 'build',
  lent: 'lend',
  given: 'give',
  drawn: 'draw',
  sown: 'sow',
  kept: 'keep',
  brought: 'bring',
  caught: 'catch',
  hung: 'hang',
  fed: 'feed',
  led: 'lead',
  laid: 'lay',
  driven: 'drive',
  flown: 'fly',
  shown: 'show',
  seen: 'see',
  bound: 'bind',
  chosen: 'choose',
  begun: 'begin',
};

/** True if the list of this name tells what was tried or weighed on the way, whatever came of it. */
export function isOnTheWay(name: string): boolean {
  return /\b(?:alternatives?|attempts?|tries|retries|candidates?|options?|considered|tried|history)\b/.test(
    wordsOf(name),
  );
}

/** True if the word is a form of a word in the tool's name: "registered" of "register_plate". */
export function namesDeed(word: string, tool: string): boolean {
  const lower = word.toLowerCase();
  // A server may name a member as one that every object inherits.
  const verb = Object.hasOwn(IRREGULAR, lower) ? (IRREGULAR[lower] ?? lower) : lower;
  return tool
    .replace(/([a-z0-9])([A-Z])/g, '$1_$2')
    .toLowerCase()
    .split(/[^a-z]+/)
    .some((token) => {
      if (token.length < 3) return token !== '' && token === verb;
      const stem = token.replace(/[ey]$/, '');
      return verb.startsWith(stem) && verb.length - stem.length <= 4;
    });
}

/** True if the name or the text is a participle, such as that of a flag: "accepted". */
export function isParticiple(word: string): boolean {
  return WHOLE_PARTICIPLE.test(word);
}

const WHOLE_PARTICIPLE = new RegExp(`^${PARTICIPLE}$`, 'i');

/** A deed that a clause states, outside a negation: "has been moved", "Moved 3 files", "3 files moved to A". */
const DEEDS = new RegExp(
  `\\b(?!(?:no|not|never|nothing|none|could|cannot|can|to|be|un\\w*)\\b)(?:(\\S+) )?(?:(?:successfully|now) )?\\b(${PARTICIPLE})\\b(?! (?:out|back|no|nothing|none)\\b)`,
  'gi',
);
const NEGATES =
  /\b(?:no|not|never|nothing|none|neither|cannot|could|can|may|must|should|would|will|to|be|being|if|when|already|un\w*|n['’]t)$|n['’]t$/i;
const IS_BAD_DEED = new RegExp(`^${NO_DEED}$`, 'i');

/** Whether a clause of a tool's answer states that something was done, outside a negation. */
export function statesDeed(clause: string, tool: string): boolean {
  if (
    /\b(?:ok|okay|success\w*|now (?!unavailable|closed|full|offline|down|locked|in use)\w+|on (?:his|her|its|their) way|under way)\b|[✅✔✓]/i.test(
      clause,
    )
  )
    return true;
  return [...deedsIn(clause)].some((word) => !IS_BAD_DEED.test(word) || namesDeed(word, tool));
}

/** Whether a clause states that the deed was done which the tool is named after. */
export function statesOwnDeed(clause: string, tool: string): boolean {
  return [...deedsIn(clause)].some((word) => namesDeed(word, tool));
}

/** A negation that reaches over a few words: "no serial data received". */
const NO_BEFORE = /\b(?:no|not|never|nothing|none|without)\b(?: [\w-]+){0,3} ?$/i;

function* deedsIn(clause: string): Iterable<string> {
  for (const match of clause.matchAll(DEEDS)) {
    const [, before = '', word = ''] = match;
    if (/^ already\b/i.test(clause.slice(match.index + match[0].length))) continue;
    const ahead = `${clause.slice(Math.max(0, match.index - 12), match.index)}${before}`;
    if (!NEGATES.test(ahead.trim()) && !NO_BEFORE.test(clause.slice(0, match.index))) yield word;
  }
}

const QUOTED = /'[^'\n]{1,60}'(?!\w)|"[^"\n]{1,60}"|«[^»]*»|“[^”]*”/g;

/** The text without what stands in quotes: a title or a message, which is not said of the call. */
export function plainOf(text: string): string {
  return text.replace(QUOTED, ' ');
}

/** The words of a member's name or of an identifier: "notRenamed", "NO_SEAT". */
export function wordsOf(name: string): string {
  return name
    .replace(/([a-z0-9])([A-Z])/g, '$1 $2')
    .replace(/[_-]+/g, ' ')
    .trim()
    .toLowerCase();
}

/** True if a member of this name says why something is as it is. */
export function isReason(name: string): boolean {
  return /^(?:reasons?|why|because|causes?|notes?|msg|message|text|hints?|explanation|warnings?|fault|error\w*|details?|comment|block(?:ed_?by|ers?|ing)|remark|info|exception|revert(?:ed)?|problem|meldung|grund|motif|motivo|powód|message_?text|limits?|stopped|\w+_reason|reason_\w+|\w+_message|\w*description|complaint|meaning|verdict|diagnostic\w*|warum|stderr|signal|prearm)$/i.test(
    name,
  );
}
