import { stringAt } from '../base/json-value.ts';
import { type Message, messageText } from '../base/message.ts';
import { howItExited } from '../session/process-event.ts';
import type { WireError } from '../wire/envelope.ts';
import type { ProcessEnd, RequestEnvelopeFault } from './failure.ts';
import phrases from './phrases.json' with { type: 'json' };

export type PhraseKey = keyof typeof phrases;
const PHRASES: Readonly<Record<PhraseKey, Message>> = phrases;

/** A sentence or phrase that several explanations share. */
export function phrase(key: PhraseKey, values: Parameters<typeof messageText>[1] = {}): string {
  return messageText(PHRASES[key], values);
}

const MAX_QUOTED = 200;

/** A name or text from the wire, quoted and on one line. */
export function quoted(text: string): string {
  const line = text.replaceAll(/[\s\p{Cc}]+/gu, ' ').trim();
  return `"${line.length > MAX_QUOTED ? `${line.slice(0, MAX_QUOTED)}…` : line}"`;
}

/** A quotation within a sentence, in curly quotes so that inner quotes stay intact. */
export function quote(text: string): string {
  return `“${quoted(text).slice(1, -1)}”`;
}

/** "a", "a and b", "a, b and c"; beyond `most` the rest is counted. */
export function listedNames(names: readonly string[], most = 6): string {
  const shown = names.slice(0, most).map((name) => quoted(name));
  const rest = names.length - shown.length;
  if (rest > 0) return `${shown.join(', ')} and ${rest} more`;
  const last = shown.pop() ?? '';
  return shown.length === 0 ? last : `${shown.join(', ')} and ${last}`;
}

/** Formats milliseconds for a sentence: "40 ms", "1.5 s", "2 min 5 s". */
export function durationText(ms: number): string {
  if (ms < 1) return 'less than 1 ms';
  if (ms < 1000) return `${Math.round(ms)} ms`;
  const seconds = ms / 1000;
  if (seconds < 119.5) return `${Number(seconds.toFixed(seconds < 10 ? 1 : 0))} s`;
  const whole = Math.round(seconds);
  return `${Math.floor(whole / 60)} min${whole % 60 === 0 ? '' : ` ${whole % 60} s`}`;
}

/** The server's stated reason, in one sentence. */
export function reasonText({ message, data }: Pick<WireError, 'message' | 'data'>): string {
  const detail =
    typeof data === 'string' && data !== message
      ? data
      : (stringAt(data, 'message') ?? stringAt(data, 'detail'));
  const texts = [message, detail ?? ''].filter((text) => text.trim() !== '').map(quote);
  return texts.length === 0 ? phrase('reason.none') : phrase('reason', { texts: texts.join(' and ') });
}

/** The JSON-RPC violations of an envelope, as parts of a sentence. */
export function faultsText(faults: readonly RequestEnvelopeFault[]): string {
  return faults.map((fault) => phrase(`fault.${fault}`)).join(', and ');
}

/** How a server ended, as a sentence without its full stop. */
export function howItEnded(end: ProcessEnd): string {
  const { event, exitCode, signal, message } = end;
  if (event === 'spawn-failed')
    return message === undefined
      ? phrase('ended.not-started')
      : phrase('ended.not-started.why', { endMessage: message });
  if (event !== 'exited') return phrase('ended.stdout-closed');
  if (end.by === 'outside') return howItWasKilled(end);
  if (end.isTold === true) return phrase('ended.told');
  return signal == null && exitCode == null
    ? phrase('ended.no-code')
    : phrase('ended.exited', { exit: howItExited(end) });
}

/** How a server was ended from outside, whatever the event. */
export function howItWasKilled(end: ProcessEnd): string {
  return phrase('ended.killed', { exit: end.signal ?? howItExited(end) });
}

/** Another possible reason for a kill; undefined for any other end. */
export function outOfMemory(end: ProcessEnd | undefined): string | undefined {
  const isKill = end?.by === 'outside' && (end.signal === 'SIGKILL' || end.exitCode === 137);
  return isKill ? phrase('out-of-memory') : undefined;
}

/** An end from outside, in whole sentences. */
export function killedText(end: ProcessEnd): string {
  return phrase('ended.killed.text', { killed: howItWasKilled(end), outOfMemory: outOfMemory(end) });
}
