import type { OwnVocabulary } from '../../../app/codes/lookup-context.ts';
import { VOCABULARIES, type Vocabulary } from '../../../app/codes/vocabularies.ts';
import type { SessionInfo } from '../../../app/contract/session-info.ts';
import type { VocabularyEvidence, VocabularyGuess } from '../../../app/fingerprints/vocabulary-guess.ts';

/** One layer of what a server speaks, as the bar shows it. */
export type ShownVocabulary = {
  readonly id: string;
  readonly name: string;
  /** 0 to 1. */
  readonly confidence: number;
  readonly byHand: boolean;
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
 * hand leaves the SDK below it as inferred; an SDK set by hand stands alone. A guess that is not sure enough
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
  const hand = { id: set.id, name: set.name, confidence: 1, byHand: true, evidence: [] };
  return speaking(set.family === 'sdk' ? [hand] : [hand, inferred(sdk)]);
}

function inferred(guess: VocabularyGuess | undefined): ShownVocabulary | undefined {
  return guess === undefined ? undefined : { ...guess, byHand: false };
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

/** What tells one server from another over restarts: its command line, else its name, else the file. */
export function serverKey({ commandLine, server, file, label }: SessionInfo): string {
  return commandLine || server?.name || file || label;
}
