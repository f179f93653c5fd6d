import { useMemo } from 'react';
import { create } from 'zustand';
import { VOCABULARIES, type Vocabulary } from '../../../app/codes/catalog.ts';
import type {
  VocabularyEvidence,
  VocabularyGuess,
} from '../../../app/codes/fingerprints/vocabulary-guess.ts';
import type { LookupContext, OwnVocabulary } from '../../../app/codes/meaning-evidence.ts';
import type { SessionInfo } from '../../../app/contract/session-info.ts';
import { readRemembered, remember } from '../screen/stored-entries.ts';
import { useOwn } from './own-vocabularies.ts';
import { serverKey } from './session-text.ts';

/** The vocabulary of the session's server, inferred or chosen by the user. */
export function useServerVocabulary(info: SessionInfo): ServerVocabulary {
  const chosen = useChosen((state) => state[serverKey(info)] ?? '');
  const own = useOwn((state) => state.vocabularies);
  const { layers } = info;
  return useMemo(() => serverVocabulary(layers, chosen, own), [layers, chosen, own]);
}

/** The vocabulary ids of the session's server; none without a session. */
export function useServerVocabularyIds(info: SessionInfo | undefined): readonly string[] {
  const chosen = useChosen((state) => (info === undefined ? '' : (state[serverKey(info)] ?? '')));
  const own = useOwn((state) => state.vocabularies);
  const { shown } = serverVocabulary(info?.layers ?? {}, chosen, own);
  const known = shown.map(({ id }) => id).join(' ');
  return useMemo(() => known.split(' ').filter((id) => id !== ''), [known]);
}

/** The user's choice of vocabulary for a server; undefined if it is inferred. */
export function chosenVocabularyContext(info: SessionInfo): ServerVocabulary['context'] | undefined {
  const chosen = useChosen.getState()[serverKey(info)];
  return chosen === undefined
    ? undefined
    : serverVocabulary(info.layers, chosen, useOwn.getState().vocabularies).context;
}

/** The catalog's context for every error of a session; the same object until something changes. */
export function useSessionContext(info: SessionInfo): LookupContext {
  const { context } = useServerVocabulary(info);
  const own = useOwn((state) => state.vocabularies);
  const revision = info.protocolVersion;
  const known = JSON.stringify(context);
  return useMemo(() => ({ revision, vocabularies: JSON.parse(known), own }), [revision, known, own]);
}

const KEY = 'vocabularies';

type Chosen = { readonly [server: string]: string };

/** The user's choice of vocabularies, by server; kept across restarts. */
export const useChosen = create<Chosen>(() => readChosen());

/** Sets a server's vocabulary; empty restores the inferred one. */
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

/** One layer of a server's vocabulary, as shown in the bar. */
export type ShownVocabulary = {
  readonly id: string;
  readonly name: string;
  /** 0 to 1. */
  readonly confidence: number;
  readonly manual: boolean;
  readonly evidence: readonly VocabularyEvidence[];
};

export type ServerVocabulary = {
  /** The framework first, then its SDK; empty while unknown. */
  readonly shown: readonly ShownVocabulary[];
  /** The input for ranking meanings. */
  readonly context: readonly { readonly id: string; readonly confidence: number }[];
};

/**
 * The vocabulary of a server, inferred or set by the user. A chosen framework or own vocabulary keeps the inferred SDK
 * below it; a chosen SDK stands alone. A guess too uncertain to be shown is not used for ranking either: an explanation
 * must not contradict the bar.
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

/** The vocabularies that a user can choose for a server, their own first. */
export function choosable(own: readonly OwnVocabulary[]): readonly Vocabulary[] {
  const builtIn = VOCABULARIES.filter(({ family }) => family === 'sdk' || family === 'framework');
  return [...own.map(({ vocabulary }) => vocabulary), ...builtIn];
}
