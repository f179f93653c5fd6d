import { useMemo } from 'react';
import { create } from 'zustand';
import { VOCABULARIES, type Vocabulary } from '../../../app/codes/catalog.ts';
import type {
  VocabularyEvidence,
  VocabularyGuess,
} from '../../../app/codes/fingerprints/vocabulary-guess.ts';
import type { LookupContext, OwnVocabulary } from '../../../app/codes/meaning-evidence.ts';
import type { SessionInfo } from '../../../app/contract/session-info.ts';
import { readRemembered, remember } from '../screen/kept-entries.ts';
import { useOwn } from './own-vocabularies.ts';
import { serverKey } from './session-text.ts';

/** What the session's server speaks, as inferred or as the user chose. */
export function useServerVocabulary(info: SessionInfo): ServerVocabulary {
  const chosen = useChosen((state) => state[serverKey(info)] ?? '');
  const own = useOwn((state) => state.vocabularies);
  const { layers } = info;
  return useMemo(() => serverVocabulary(layers, chosen, own), [layers, chosen, own]);
}

/** What the user says that a server speaks; undefined for what was inferred. */
export function spokenByChoice(info: SessionInfo): ServerVocabulary['context'] | undefined {
  const chosen = useChosen.getState()[serverKey(info)];
  return chosen === undefined
    ? undefined
    : serverVocabulary(info.layers, chosen, useOwn.getState().vocabularies).context;
}

/** What the catalog may know of every error of a session; the same object until something changes. */
export function useSessionContext(info: SessionInfo): LookupContext {
  const { context } = useServerVocabulary(info);
  const own = useOwn((state) => state.vocabularies);
  const revision = info.protocolVersion;
  const known = JSON.stringify(context);
  return useMemo(() => ({ revision, vocabularies: JSON.parse(known), own }), [revision, known, own]);
}

const KEY = 'vocabularies';

type Chosen = { readonly [server: string]: string };

/** The vocabularies that the user chose, by server; they last over a restart. */
export const useChosen = create<Chosen>(() => readChosen());

/** Sets what a server speaks; empty gives it back to what is inferred. */
export function chooseVocabulary(server: string, id: string): void {
  const { [server]: _before, ...others } = useChosen.getState();
  const chosen = id === '' ? others : { ...others, [server]: id };
  useChosen.setState(chosen, true);
  remember(KEY, chosen);
}

function readChosen(): Chosen {
  const kept = readRemembered(KEY);
  if (typeof kept !== 'object' || kept === null) return {};
  return Object.fromEntries(Object.entries(kept).filter(([, id]) => typeof id === 'string'));
}

/** One layer of what a server speaks, as the bar shows it. */
export type ShownVocabulary = {
  readonly id: string;
  readonly name: string;
  /** 0 to 1. */
  readonly confidence: number;
  readonly manual: boolean;
  readonly evidence: readonly VocabularyEvidence[];
};

export type ServerVocabulary = {
  /** The framework first, then the SDK below it; empty while it is unknown. */
  readonly shown: readonly ShownVocabulary[];
  /** What the ranking of meanings may count on. */
  readonly context: readonly { readonly id: string; readonly confidence: number }[];
};

/**
 * What a server speaks: as it was inferred, or as the user set it. A framework or an own vocabulary set by
 * hand leaves the SDK below it as inferred; an SDK that the user chose stands alone. A guess that is not sure enough
 * to be shown does not count for the ranking either: an explanation must not claim what the bar denies.
 */
export function serverVocabulary(
  layers: SessionInfo['layers'],
  chosen: string,
  own: readonly OwnVocabulary[],
): ServerVocabulary {
  const set = choosable(own).find((vocabulary) => vocabulary.id === chosen);
  const { framework, sdk } = layers;
  if (set === undefined) return speaking([framework, sdk].map(inferred));
  const override = { id: set.id, name: set.name, confidence: 1, manual: true, evidence: [] };
  return speaking(set.family === 'sdk' ? [override] : [override, inferred(sdk)]);
}

function inferred(guess: VocabularyGuess | undefined): ShownVocabulary | undefined {
  return guess === undefined ? undefined : { ...guess, manual: false };
}

function speaking(layers: readonly (ShownVocabulary | undefined)[]): ServerVocabulary {
  const shown = layers.filter((layer) => layer !== undefined);
  return { shown, context: shown.map(({ id, confidence }) => ({ id, confidence })) };
}

/** The vocabularies that a server can be said to speak, the user's own first. */
export function choosable(own: readonly OwnVocabulary[]): readonly Vocabulary[] {
  const builtIn = VOCABULARIES.filter(({ family }) => family === 'sdk' || family === 'framework');
  return [...own.map(({ vocabulary }) => vocabulary), ...builtIn];
}
