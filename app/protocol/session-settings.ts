import { z } from 'zod';
import { canonicalJson, isJsonObject, type JsonObject } from '../base/json-value.ts';
import { DEFAULT_CAPABILITIES } from './client-capabilities.ts';
import { type AnswerPolicy, answerPolicySchema } from './server-request.ts';

const milliseconds = z.number().int().min(1).max(3_600_000);

/** One root in `roots/list` (2025-11-25, client/roots.mdx). */
const root = z.strictObject({ uri: z.string().min(1).max(4096), name: z.string().max(200).optional() });

const answers = z.strictObject({
  roots: answerPolicySchema,
  sampling: answerPolicySchema,
  elicitation: answerPolicySchema,
  ping: answerPolicySchema,
});

/** All user settings of one session. Times are in milliseconds. */
export const sessionSettingsSchema = z.strictObject({
  /** `auto` probes with `server/discover`, then `initialize` (2026-07-28, basic/transports/stdio). Next start. */
  era: z.enum(['auto', 'initialize', 'modern']),
  /** The revision to request; empty for the newest of the era. Takes effect at the next start. */
  revision: z.string().max(64),
  /** How long `auto` waits for the answer to its probe before it also sends `initialize`. */
  probeTimeoutMs: milliseconds,
  /** The declared client capabilities, as sent; `tasks` up to 2025-11-25 only. Takes effect at the next start. */
  capabilities: z.record(z.string(), z.unknown()),
  /** Changes are announced to a running server if `roots.listChanged` is declared. */
  roots: z.array(root).max(200),
  /** How to answer server requests. Takes effect at once. */
  answers,
  /** How long a call may go without an answer. */
  timeoutMs: milliseconds,
  /** How long a call may take in total, even with progress; 0 for no limit. */
  maxTotalTimeoutMs: z.number().int().min(0).max(86_400_000),
  /** Whether progress restarts `timeoutMs`. */
  resetTimeoutOnProgress: z.boolean(),
  /** Whether a call's time runs while a server request waits for the user. */
  countThinkingTime: z.boolean(),
  /** Files, folders or globs, relative to the session's folder, whose changes restart the server. */
  watch: z.array(z.string().min(1).max(4096)).max(100),
  /** How long watched files must be quiet before a restart. */
  watchDebounceMs: z.number().int().min(0).max(60_000),
  repeatLastCall: z.boolean(),
  /** For HTTP; `auto` tries Streamable HTTP, then HTTP+SSE. The settings below take effect at the next start. */
  transport: z.enum(['auto', 'streamable-http', 'http+sse']),
  /** Whether a session that the server ended is initialized again automatically. Takes effect at once. */
  renewsSession: z.boolean(),
  /** PEM files: additional trusted certificates, and the client certificate with its key; empty for none. */
  caFile: z.string().max(4096),
  certFile: z.string().max(4096),
  keyFile: z.string().max(4096),
  /** Whether to accept any certificate. */
  insecure: z.boolean(),
  /** The address of a proxy; empty for the environment's. */
  proxy: z.string().max(4096),
});

export type SessionSettings = z.infer<typeof sessionSettingsSchema>;

export const settingsChangeSchema = sessionSettingsSchema
  .partial()
  .extend({ answers: answers.partial().optional() });

export type SettingsChange = z.infer<typeof settingsChangeSchema>;

export const DEFAULT_SETTINGS: SessionSettings = {
  era: 'auto',
  revision: '',
  // Node servers take up to 0.7 s for their first answer, npx a few seconds more; some older ones never answer.
  probeTimeoutMs: 5000,
  capabilities: DEFAULT_CAPABILITIES,
  roots: [],
  answers: {
    roots: { kind: 'canned' },
    // Every session has a screen on which its user answers; runs without a screen have no session.
    sampling: { kind: 'ask' },
    elicitation: { kind: 'ask' },
    ping: { kind: 'canned' },
  },
  // The SDKs' own default (SDK 1.32 shared/protocol.js, client 2.4.0).
  timeoutMs: 60_000,
  maxTotalTimeoutMs: 0,
  resetTimeoutOnProgress: false,
  countThinkingTime: false,
  watch: [],
  watchDebounceMs: 250,
  repeatLastCall: false,
  transport: 'auto',
  renewsSession: false,
  ...{ caFile: '', certFile: '', keyFile: '', insecure: false, proxy: '' },
};

/** Applies a change to `settings`; missing or undefined members keep their values. */
export function withSettings(settings: SessionSettings, change: SettingsChange): SessionSettings {
  const { answers: changed = {}, ...others } = change;
  return { ...settings, ...given(others), answers: { ...settings.answers, ...given(changed) } };
}

type Given<Change> = { [Name in keyof Change]: Exclude<Change[Name], undefined> };

function given<Change extends object>(change: Change): Given<Change> {
  const entries = Object.entries(change).filter(([, value]) => value !== undefined);
  return Object.fromEntries(entries) as Given<Change>;
}

/** How `settings` differ from `base`, as the change that turns `base` into `settings`. */
export function settingsDifference(
  settings: SessionSettings,
  base: SessionSettings = DEFAULT_SETTINGS,
): SettingsChange {
  const { answers, ...others } = settings;
  const { answers: answersBefore, ...before } = base;
  const changed = different(answers, answersBefore);
  return {
    ...different(others, before),
    ...(Object.keys(changed).length === 0 ? {} : { answers: changed }),
  };
}

function different<Members extends object>(members: Members, base: Members): Partial<Members> {
  const changed = changedNames(base, members).map((name) => [name, members[name]]);
  return Object.fromEntries(changed) as Partial<Members>;
}

function changedNames<Members extends object>(before: Members, after: Members): (keyof Members)[] {
  const names = Object.keys({ ...before, ...after }) as (keyof Members)[];
  return names.filter((name) => canonicalJson(before[name]) !== canonicalJson(after[name]));
}

const OF_HTTP = ['transport', 'caFile', 'certFile', 'keyFile', 'insecure', 'proxy'] as const;
const AT_START = ['era', 'revision', 'probeTimeoutMs', 'capabilities', ...OF_HTTP] as const;

/** True if the settings differ in something that takes effect only at the next start. */
export function needsRestart(before: SessionSettings, after: SessionSettings): boolean {
  const changed = settingsDifference(after, before);
  return AT_START.some((name) => name in changed);
}

/** The changes from one set of settings to another, in a few words each, for the log. */
export function settingsChanges(before: SessionSettings, after: SessionSettings): readonly string[] {
  const changed = settingsDifference(after, before);
  const change = (
    name: keyof SessionSettings,
    label: string,
    format: (settings: SessionSettings) => string,
  ) => (name in changed ? [`${label} ${format(before)} → ${format(after)}`] : []);
  return [
    ...change('era', 'era', ({ era }) => era),
    ...change('revision', 'revision', ({ revision }) => revision || 'newest'),
    ...change('probeTimeoutMs', 'probe time', ({ probeTimeoutMs }) => seconds(probeTimeoutMs)),
    ...('capabilities' in changed ? capabilityChanges(before.capabilities, after.capabilities) : []),
    ...change('roots', 'roots', ({ roots }) => String(roots.length)),
    ...changedNames(before.answers, after.answers).map(
      (name) => `answer to ${name}: ${policyLabel(after.answers[name])}`,
    ),
    ...change('timeoutMs', 'time-out', ({ timeoutMs }) => seconds(timeoutMs)),
    ...change('maxTotalTimeoutMs', 'maximum', ({ maxTotalTimeoutMs: most }) =>
      most === 0 ? 'none' : seconds(most),
    ),
    ...change('resetTimeoutOnProgress', 'reset on progress', (settings) =>
      onOff(settings.resetTimeoutOnProgress),
    ),
    ...change('countThinkingTime', 'count my thinking time', (settings) => onOff(settings.countThinkingTime)),
    ...change('watch', 'watch', ({ watch }) => watch.join(', ') || 'nothing'),
    ...change('watchDebounceMs', 'quiet time', ({ watchDebounceMs }) => seconds(watchDebounceMs)),
    ...change('repeatLastCall', 'repeat the last call', ({ repeatLastCall }) => onOff(repeatLastCall)),
    ...change('renewsSession', 'initialize again', ({ renewsSession }) => onOff(renewsSession)),
    ...OF_HTTP.flatMap((name) => change(name, name, (settings) => optionText(name, settings))),
  ];
}

function capabilityChanges(before: JsonObject, after: JsonObject): readonly string[] {
  return changedNames(before, after).map((name) => {
    if (!Object.hasOwn(after, name)) return `capability ${name} off`;
    const parts = isJsonObject(after[name]) ? Object.keys(after[name]).join(', ') : '';
    return `capability ${name} on${parts === '' ? '' : ` (${parts})`}`;
  });
}

/** A proxy address may contain a password. */
function optionText(name: (typeof OF_HTTP)[number], settings: SessionSettings): string {
  const value = String(settings[name]);
  return value === '' ? 'none' : name === 'proxy' ? 'set' : value;
}

function policyLabel(policy: AnswerPolicy): string {
  return policy.kind === 'error' ? `error ${policy.code}` : policy.kind;
}

function seconds(milliseconds: number): string {
  return `${milliseconds / 1000} s`;
}

function onOff(value: boolean): string {
  return value ? 'on' : 'off';
}
