import { z } from 'zod';
import { create } from 'zustand';
import { COMPARED_CLASSES, type ComparedClass } from '../../../app/analysis/compare/compared-rows.ts';
import type { ComparedLine, ComparisonSummary } from '../../../app/analysis/compare/held-comparison.ts';
import { type OwnNoise, readOwnNoise } from '../../../app/analysis/compare/noise-filter.ts';
import { NOISE_RULES } from '../../../app/analysis/compare/noise-rules.ts';
import { err, ok, type Result } from '../../../app/base/result.ts';
import type { CommandInput } from '../../../app/contract/commands.ts';
import type { EarlierRecording } from '../../../app/contract/recording-commands.ts';
import { isSameServer, traitsOf } from '../../../app/session/same-server.ts';
import { host, settled } from '../host/host.ts';
import { showDialog, useScreen } from '../screen/screen-store.ts';
import { readRemembered, remember } from '../screen/stored-entries.ts';

const KEY = 'compare.noise';

/** The settings of the last time; rules that no longer parse are left out. */
export type NoiseSettings = {
  readonly off: readonly string[];
  readonly own: readonly (OwnNoise & { readonly on: boolean })[];
};

const settings = z.object({
  off: z.array(z.string()),
  own: z.array(z.object({ kind: z.enum(['regex', 'path']), pattern: z.string(), on: z.boolean() })),
});

export function rememberedNoise(): NoiseSettings {
  const read = settings.safeParse(readRemembered(KEY));
  if (!read.success) return { off: [], own: [] };
  const { off, own } = read.data;
  return { off, own: own.filter((rule) => readOwnNoise(rule).ok) };
}

/** The active rules, in the host's format. */
export function noiseChoice({ off, own }: NoiseSettings): CommandInput<'openComparison'>['noise'] {
  const on = own.filter((rule) => rule.on).map(({ kind, pattern }) => ({ kind, pattern }));
  return { off: [...off], own: on };
}

/** The settings with a new, active rule of the user; fails with a sentence. */
export function withOwnRule(noise: NoiseSettings, rule: OwnNoise): Result<NoiseSettings> {
  const pattern = rule.pattern.trim();
  const read = readOwnNoise({ ...rule, pattern });
  if (!read.ok) return read;
  const isThere = noise.own.some((one) => one.kind === rule.kind && one.pattern === pattern);
  if (isThere) return err('This rule is there already.');
  return ok({ ...noise, own: [...noise.own, { kind: rule.kind, pattern, on: true }] });
}

export function withToggled(noise: NoiseSettings, name: string): NoiseSettings {
  const { off } = noise;
  return { ...noise, off: off.includes(name) ? off.filter((other) => other !== name) : [...off, name] };
}

/** The number of active rules, as a label. */
export function noiseText({ off, own }: NoiseSettings): string {
  const built = NOISE_RULES.filter(({ name }) => !off.includes(name)).length;
  const mine = own.filter(({ on }) => on).length;
  const text = `${built} of ${NOISE_RULES.length} rules`;
  return mine === 0 ? text : `${text} and ${mine} of your own`;
}

export type ComparedSide = CommandInput<'openComparison'>['left'];
export type SideName = 'left' | 'right';

type CompareState = {
  readonly left: ComparedSide | null;
  readonly right: ComparedSide | null;
  /** Compares only what the last run re-ran in this session; null compares both sides in full. */
  readonly sentTo: string | null;
  /** The run before the right side, as a possible comparison; null for none. */
  readonly proposed: EarlierRecording | null;
  readonly noise: NoiseSettings;
  /** The comparison held by the host; null until both sides were read. */
  readonly comparison: string | null;
  readonly summary: ComparisonSummary | null;
  readonly shown: readonly ComparedClass[];
  readonly rows: readonly ComparedLine[];
  readonly open: number | null;
  readonly busy: boolean;
  readonly fault: string;
  /** Increases with each comparison and each change of the rules, which makes loaded rows out of date. */
  readonly serial: number;
};

const PAGE = 200;

export const useCompare = create<CompareState>(() => ({
  left: null,
  right: null,
  sentTo: null,
  proposed: null,
  noise: rememberedNoise(),
  comparison: null,
  summary: null,
  shown: COMPARED_CLASSES.filter((one) => one !== 'same'),
  rows: [],
  open: null,
  busy: false,
  fault: '',
  serial: 0,
}));

const { getState: get, setState: set } = useCompare;

/** Opens the page with the last comparison, else with the active session and another run of its server. */
export async function openCompare(): Promise<void> {
  const { sessions, active } = useScreen.getState();
  const names = sessions.map(({ session }) => session);
  const { left, right, comparison } = get();
  const kept = [left, right].every((side) => side !== null && names.includes(side.session));
  showDialog('compare');
  if (kept && comparison !== null && (left?.session === active || right?.session === active)) return;
  const own = sessions.find(({ session }) => session === active);
  if (own === undefined) return chooseSides(null, null);
  const others = sessions.filter(({ session }) => session !== active);
  const twin = others.findLast((other) => isSameServer(traitsOf(other), traitsOf(own)));
  const before = twin === undefined ? await runBefore(own.session) : undefined;
  // The user may have chosen meanwhile.
  if (get().left !== left || get().right !== right) return;
  const [only] = others.length === 1 ? others : [];
  // If there is no other run of this server, two open sessions must be meant for each other.
  const other = twin ?? (before === undefined ? only : undefined);
  if (other === undefined) return chooseSides(null, { session: own.session }, null, before ?? null);
  const isFirst = names.indexOf(other.session) < names.indexOf(own.session);
  const [first, second] = isFirst ? [other, own] : [own, other];
  return chooseSides({ session: first.session }, { session: second.session });
}

/** Opens the suggested recording and compares it with the other side. */
export async function compareWithProposed(): Promise<void> {
  const { proposed, right } = get();
  if (proposed === null) return;
  const opened = await settled(host().openRecording({ path: proposed.path }));
  if (!opened.ok) return set({ fault: opened.error });
  const session = opened.value.sessions[proposed.place];
  return chooseSides(session === undefined ? null : { session }, right);
}

async function runBefore(session: string): Promise<EarlierRecording | undefined> {
  const found = await settled(host().earlierRecordings({ session }));
  return found.ok ? found.value[0] : undefined;
}

export function compareWithOriginal(from: string, to: string): void {
  showDialog('compare');
  void chooseSides({ session: from }, { session: to }, to);
}

/** Sets both sides, and compares them once there are two. */
export async function chooseSides(
  left: ComparedSide | null,
  right: ComparedSide | null,
  sentTo: string | null = null,
  proposed: EarlierRecording | null = null,
): Promise<void> {
  const before = get().comparison;
  if (before !== null) void settled(host().closeComparison({ comparison: before }));
  const nothing = { comparison: null, summary: null, rows: [], open: null, fault: '', busy: false };
  set({ left, right, sentTo, proposed, ...nothing });
  await refreshComparison();
}

/** Reads both sides again, including new records of a live session. */
export async function refreshComparison(): Promise<void> {
  const { left, right, sentTo, noise } = get();
  if (left === null || right === null) return;
  const serial = startRead();
  const opened = await settled(
    host().openComparison({ left, right, noise: noiseChoice(noise), ...(sentTo === null ? {} : { sentTo }) }),
  );
  if (get().serial !== serial) {
    if (opened.ok) void settled(host().closeComparison({ comparison: opened.value.comparison }));
    return;
  }
  if (!opened.ok) {
    set({ busy: false, fault: opened.error, comparison: null, summary: null, rows: [] });
    return;
  }
  const { comparison, summary } = opened.value;
  set({ comparison, summary });
  await readRows(serial);
}

/** A thread that a slow rule has ended holds nothing: the next change reads both sides again. */
export async function setNoise(noise: NoiseSettings): Promise<void> {
  set({ noise });
  remember(KEY, noise);
  const { comparison } = get();
  if (comparison === null) return refreshComparison();
  const serial = startRead();
  const summary = await settled(host().setComparisonNoise({ comparison, noise: noiseChoice(noise) }));
  if (get().serial !== serial) return;
  if (!summary.ok) {
    set({ busy: false, fault: summary.error, comparison: null });
    return;
  }
  set({ summary: summary.value });
  await readRows(serial);
}

export async function toggleClass(one: ComparedClass): Promise<void> {
  const { shown } = get();
  set({ shown: shown.includes(one) ? shown.filter((other) => other !== one) : [...shown, one] });
  if (get().comparison !== null) await readRows(startRead());
}

export async function readMore(): Promise<void> {
  const { rows, serial } = get();
  await readPage(serial, rows.length);
}

function startRead(): number {
  const serial = get().serial + 1;
  set({ serial, busy: true, fault: '' });
  return serial;
}

async function readRows(serial: number): Promise<void> {
  if (await readPage(serial, 0)) set({ busy: false, open: null });
}

/** Reads a page behind the first `from` lines; false if the lines are out of date by then. */
async function readPage(serial: number, from: number): Promise<boolean> {
  const { comparison, shown, rows } = get();
  if (comparison === null) return false;
  const read = host().readComparison({ comparison, classes: [...shown], from, limit: PAGE });
  const page = await settled(read);
  if (get().serial !== serial) return false;
  set(page.ok ? { rows: [...rows.slice(0, from), ...page.value] } : { fault: page.error });
  return true;
}
