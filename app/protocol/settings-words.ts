import { canonicalJson } from '../base/canonical-json.ts';
import { isJsonObject, type JsonObject } from '../base/json-value.ts';
import type { AskPolicy } from './ask-answer.ts';
import { type SessionSettings, settingsDifference } from './session-settings.ts';

/** The settings that a running server does not feel before its next start. */
const AT_START = ['era', 'revision', 'probeTimeoutMs', 'capabilities'] as const;

/** True where the new settings differ in something that takes effect at the next start only. */
export function needsRestart(before: SessionSettings, after: SessionSettings): boolean {
  const changed = settingsDifference(after, before);
  return AT_START.some((name) => name in changed);
}

/** What changed from one set of settings to another, in a few words each, for the log. */
export function settingsWords(before: SessionSettings, after: SessionSettings): readonly string[] {
  const changed = settingsDifference(after, before);
  const told = (name: keyof SessionSettings, label: string, words: (settings: SessionSettings) => string) =>
    name in changed ? [`${label} ${words(before)} → ${words(after)}`] : [];
  return [
    ...told('era', 'era', ({ era }) => era),
    ...told('revision', 'revision', ({ revision }) => revision || 'newest'),
    ...told('probeTimeoutMs', 'probe time', ({ probeTimeoutMs }) => seconds(probeTimeoutMs)),
    ...('capabilities' in changed ? capabilityWords(before.capabilities, after.capabilities) : []),
    ...told('roots', 'roots', ({ roots }) => String(roots.length)),
    ...answerWords(before.answers, after.answers),
    ...told('timeoutMs', 'time-out', ({ timeoutMs }) => seconds(timeoutMs)),
    ...told('maxTotalTimeoutMs', 'maximum', ({ maxTotalTimeoutMs: most }) =>
      most === 0 ? 'none' : seconds(most),
    ),
    ...told('resetTimeoutOnProgress', 'reset on progress', (settings) =>
      onOff(settings.resetTimeoutOnProgress),
    ),
    ...told('watch', 'watch', ({ watch }) => watch.join(', ') || 'nothing'),
    ...told('watchDebounceMs', 'quiet time', ({ watchDebounceMs }) => seconds(watchDebounceMs)),
    ...told('repeatLastCall', 'repeat the last call', ({ repeatLastCall }) => onOff(repeatLastCall)),
  ];
}

function capabilityWords(before: JsonObject, after: JsonObject): readonly string[] {
  const names = [...new Set([...Object.keys(before), ...Object.keys(after)])];
  const changed = names.filter((name) => canonicalJson(before[name]) !== canonicalJson(after[name]));
  return changed.map((name) => {
    if (!Object.hasOwn(after, name)) return `capability ${name} off`;
    const parts = isJsonObject(after[name]) ? Object.keys(after[name]).join(', ') : '';
    return `capability ${name} on${parts === '' ? '' : ` (${parts})`}`;
  });
}

function answerWords(before: SessionSettings['answers'], after: SessionSettings['answers']) {
  const names = Object.keys(after) as (keyof SessionSettings['answers'])[];
  const changed = names.filter((name) => canonicalJson(before[name]) !== canonicalJson(after[name]));
  return changed.map((name) => `answer to ${name}: ${policyWord(after[name])}`);
}

function policyWord(policy: AskPolicy): string {
  return policy.kind === 'error' ? `error ${policy.code}` : policy.kind;
}

function seconds(milliseconds: number): string {
  return `${milliseconds / 1000} s`;
}

function onOff(value: boolean): string {
  return value ? 'on' : 'off';
}
