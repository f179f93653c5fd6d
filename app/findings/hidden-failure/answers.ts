import type { FailureContext } from './call-arguments.ts';
import { statesDeed } from './outcome-words.ts';

/** Tools that ask whether something is on a list, and do not put it there. */
const ASKS_MEMBERSHIP =
  /(?:^|[^a-z])(?:(?:block|black|ban|white|allow|deny|watch|guest|wait|stop|no_?fly)_?list(?:ed|s)?|(?:is|has|on|in|check|screen|verify|was)(?=_)|banned|blocked|recalls?|sanctions?|members?hip|stolen|registered|listed|known|search|lookup|look_up|allerg(?:y|ies))(?![a-z])/i;
/** "X is not on the list", "was not found on the block list", "no entry for X". */
const NOT_ON_IT =
  /\b(?:is|was|are|were)(?: not|n['’]t) (?:(?:found|listed|known|registered|named|entered|there|recorded) )?(?:on|in|among|amongst|part of)\b|\bnot (?:found|listed|known|registered|named|recorded) (?:on|in|among|amongst)\b|^no (?:entry|entries|match|matches|hits?|record|recall|listing)\b|\b(?:is|are)(?: not|n['’]t) an? (?:\w+ )?member\b/i;
const PUTS = /^(?:add|put|remove|delete|set|update|insert|append|import|create)(?![a-z])/i;

/** True if the text answers that something is not on the list that the tool asks about. */
export function isMembershipAnswer(text: string, { tool, purpose }: FailureContext): boolean {
  const name = tool.replace(/([a-z0-9])([A-Z])/g, '$1_$2');
  if (purpose === 'action' || PUTS.test(name) || !ASKS_MEMBERSHIP.test(name)) return false;
  return NOT_ON_IT.test(text.slice(0, 200));
}

const MADE_UP_FOR =
  /\binstead\b|\bfall(?:s|ing)? ?back\b|\bfell back\b|\bafter (?:a|one|two|three|\d+) (?:retry|retries|failed \w+)\b|\bretried\b[^.;]{0,40}\b(?:ok|sent|worked|succeeded|went through|done|delivered)\b|\b(?:on|at) the (?:second|third|2nd|3rd|next) (?:try|attempt)\b|\b(?:second|third|next|other|another) (?:\S+ )?(?:accepted|took|worked|succeeded|did it)\b|\bby (?:e-?mail|letter|post|phone|hand|courier|text|sms|fax)\b[^.;]{0,20}\b(?:because|as|since)\b|\b(?:from|by|via|with|on|through|using) (?:the |an? )?(?:backup|reserve|spare|secondary|standby|alternat(?:e|ive)|replacement|other|second) \w+|, so \w+(?: \S+){0,3} (?:was|were|is|are|went) (?!not\b)\w+/i;
/** What was made up for may fail in its turn. */
const STILL_NOT =
  /\b(?:nothing|nobody|none|gave up|given up|no (?:luck|success)|again failed|failed again|also failed|too failed|failed as well|(?:is|was|were|are|could|has|have|did)(?: not|n['’]t)|cannot|can['’]t|unable|please|try (?:again|another)|would you|choose|pick)\b/i;

/** True if the text says that something went wrong on the way, and what was done in its place. */
export function wasMadeUpFor(text: string, { tool }: FailureContext): boolean {
  const found = text.length < 600 ? MADE_UP_FOR.exec(text) : null;
  if (found === null) return false;
  const rest = text.slice(found.index);
  return (
    !STILL_NOT.test(rest) &&
    (text.split(/[,.;]/).some((clause) => statesDeed(clause, tool)) || /\bleft (?:with|at) /.test(rest))
  );
}

/** Tools that do it to all that there is of something. */
const SWEEPS =
  /^(?:export|dump|back_?up|archive|purge|prune|clean|clear|sync|import|process|digest|remind|notify|dispatch|flush|send_(?:reminders?|digests?|invoices|notices|statements))(?![a-z])/i;
/** None of what it works upon; what it needs for its work is another matter. */
const NONE_OF =
  /^\W*(?:there (?:are|were|is|was) )?no (?!access|permission|space|connection|response|answer|credential|key|token|such)[\w-]+(?: [\w-]+)? (?:in|for|on|from|since|between|during|of|after|before|within|at|to|with)\b/i;

/** True if a tool that does something to all that there is says that there was none of it. */
export function hadNothingToDo(text: string, { tool }: FailureContext): boolean {
  return SWEEPS.test(tool) && NONE_OF.test(text);
}
