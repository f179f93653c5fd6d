import type { SessionInfo } from '../../app/contract/session-info.ts';
import type { VocabularyGuess, VocabularyLayers } from '../../app/fingerprints/vocabulary-guess.ts';
import type { Facts } from '../../app/recording/session-facts.ts';

type ToldFacts = Pick<
  SessionInfo,
  | 'server'
  | 'protocolVersion'
  | 'guesses'
  | 'layers'
  | 'instructions'
  | 'serverCapabilities'
  | 'clientCapabilities'
>;

/** What the frames of a session told about its peers, as the screen shows it. */
export function toldFacts(
  facts: Facts,
  vocabulary: { readonly guesses: readonly VocabularyGuess[]; readonly layers: VocabularyLayers },
): ToldFacts {
  const { server, protocolVersion, instructions, serverCapabilities, clientCapabilities } = facts;
  const { guesses, layers } = vocabulary;
  return {
    server,
    protocolVersion,
    guesses,
    layers,
    instructions,
    serverCapabilities,
    clientCapabilities,
  };
}
