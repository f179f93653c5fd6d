import { useState } from 'react';
import { isJsonObject, type JsonObject, parseJson } from '../../../app/base/json-value.ts';
import { isAddress } from '../../../app/frame/http-record.ts';
import type { EraMode } from '../../../app/protocol/negotiation.ts';
import { eraOf } from '../../../app/protocol/revisions.ts';
import type { SessionSettings } from '../../../app/protocol/session-settings.ts';
import { configuredRoots } from '../../shared/roots-editor.tsx';

/** The settings of a session being edited: texts as typed, times in seconds. */
export type SettingsDraft = {
  readonly era: EraMode;
  /** Empty for the newest. */
  readonly revision: string;
  readonly probe: string;
  readonly timeout: string;
  /** Empty for none. */
  readonly most: string;
  readonly resets: boolean;
  readonly countsThinking: boolean;
  /** JSON. */
  readonly capabilities: string;
  /** One path per line. */
  readonly watch: string;
  readonly quiet: string;
  readonly repeats: boolean;
  readonly roots: SessionSettings['roots'];
  readonly answers: SessionSettings['answers'];
  readonly http: HttpSettings;
};

type HttpSettings = Pick<
  SessionSettings,
  'transport' | 'renewsSession' | 'caFile' | 'certFile' | 'keyFile' | 'insecure' | 'proxy'
>;

type SettingsField = 'revision' | 'probe' | 'timeout' | 'most' | 'capabilities' | 'watch' | 'quiet' | 'proxy';

type SettingsFault = { readonly field: SettingsField; readonly text: string };

export type SettingsFieldsProps = {
  readonly draft: SettingsDraft;
  /** One sentence if the field is invalid, else empty. */
  readonly faultAt: (field: SettingsField) => string;
  readonly change: (part: Partial<SettingsDraft>) => void;
};

type SettingsReading =
  | { readonly kind: 'sound'; readonly settings: SessionSettings }
  | { readonly kind: 'faults'; readonly faults: readonly SettingsFault[] };

export function draftOfSettings(settings: SessionSettings): SettingsDraft {
  const { era, revision, roots, answers } = settings;
  const { transport, renewsSession, caFile, certFile, keyFile, insecure, proxy } = settings;
  return {
    era,
    revision,
    probe: seconds(settings.probeTimeoutMs),
    timeout: seconds(settings.timeoutMs),
    most: settings.maxTotalTimeoutMs === 0 ? '' : seconds(settings.maxTotalTimeoutMs),
    resets: settings.resetTimeoutOnProgress,
    countsThinking: settings.countThinkingTime,
    capabilities: JSON.stringify(settings.capabilities, null, 2),
    watch: settings.watch.join('\n'),
    quiet: seconds(settings.watchDebounceMs),
    repeats: settings.repeatLastCall,
    roots,
    answers,
    http: { transport, renewsSession, caFile, certFile, keyFile, insecure, proxy },
  };
}

/** Parses the draft; returns all of its errors if it is invalid. */
export function readSettings(draft: SettingsDraft): SettingsReading {
  const faults: SettingsFault[] = [];
  const number = (field: SettingsField, text: string, least: number, most: number): number => {
    const value = text.trim() === '' ? Number.NaN : Number(text);
    if (value >= least && value <= most) return Math.round(value * 1000);
    faults.push({ field, text: `Between ${least} and ${most} seconds.` });
    return 0;
  };
  const { era, resets, countsThinking, repeats, roots, answers } = draft;
  const revision = draft.revision.trim();
  const fault = revisionFault(era, revision);
  if (fault !== '') faults.push({ field: 'revision', text: fault });
  const capabilities = readCapabilities(draft.capabilities);
  if (capabilities === undefined) faults.push({ field: 'capabilities', text: 'This is not a JSON object.' });
  const watch = draft.watch
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '');
  if (watch.length > 100) faults.push({ field: 'watch', text: 'At most 100 paths.' });
  const { proxy } = draft.http;
  if (proxy !== '' && !isAddress(proxy))
    faults.push({ field: 'proxy', text: 'This is not an HTTP address.' });
  const settings: SessionSettings = {
    era,
    revision,
    probeTimeoutMs: number('probe', draft.probe, 0.001, 3600),
    capabilities: capabilities ?? {},
    roots: configuredRoots(roots),
    answers,
    timeoutMs: number('timeout', draft.timeout, 0.001, 3600),
    maxTotalTimeoutMs: draft.most.trim() === '' ? 0 : number('most', draft.most, 0.001, 86_400),
    resetTimeoutOnProgress: resets,
    countThinkingTime: countsThinking,
    watch,
    watchDebounceMs: number('quiet', draft.quiet, 0, 60),
    repeatLastCall: repeats,
    ...draft.http,
  };
  return faults.length === 0 ? { kind: 'sound', settings } : { kind: 'faults', faults };
}

/** Parses the capabilities; undefined if they are not a JSON object. */
export function readCapabilities(text: string): JsonObject | undefined {
  const value = parseJson(text);
  return isJsonObject(value) ? value : undefined;
}

/** Any revision can be requested, even an unknown one; but an era can only request its own. */
function revisionFault(era: EraMode, revision: string): string {
  if (revision === '' || era === 'auto' || eraOf(revision) === era) return '';
  return `${revision} belongs to the other era: choose auto or ${eraOf(revision)}.`;
}

function seconds(milliseconds: number): string {
  return String(milliseconds / 1000);
}

export type EditedSettings = SettingsFieldsProps & {
  /** The parsed draft; undefined while a field is invalid. */
  readonly settings: SessionSettings | undefined;
};

/** The settings form while it is edited; each field is validated at once. */
export function useSettingsDraft(start: SessionSettings): EditedSettings {
  const [draft, setDraft] = useState(() => draftOfSettings(start));
  const reading = readSettings(draft);
  const faults = reading.kind === 'faults' ? reading.faults : [];
  return {
    draft,
    settings: reading.kind === 'sound' ? reading.settings : undefined,
    faultAt: (field) => faults.find((fault) => fault.field === field)?.text ?? '',
    change: (part: Partial<SettingsDraft>) => setDraft((before) => ({ ...before, ...part })),
  };
}
