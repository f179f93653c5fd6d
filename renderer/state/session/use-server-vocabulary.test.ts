import { describe, expect, it } from 'vitest';
import type { VocabularyGuess } from '../../../app/codes/fingerprints/vocabulary-guess.ts';
import type { OwnVocabulary } from '../../../app/codes/meaning-evidence.ts';
import { choosable, serverVocabulary } from './use-server-vocabulary.ts';

function guess(
  id: VocabularyGuess['id'],
  layer: VocabularyGuess['layer'],
  confidence: number,
): VocabularyGuess {
  return { id, name: id, layer, points: 5, confidence, evidence: [{ seq: 7, note: 'a trait', weight: 3 }] };
}

const sdk = guess('typescript-sdk-v1', 'sdk', 0.7);
const framework = guess('mcp-ts-core', 'framework', 0.8);
const layers = { sdk, framework };
const acme: OwnVocabulary = {
  vocabulary: { id: 'acme', name: 'Acme', family: 'own', revisions: [], signs: [], contrast: false },
  entries: [],
};

describe('serverVocabulary', () => {
  it('shows the layers that are known well enough, and ranks by these alone', () => {
    const { shown, context } = serverVocabulary(layers, '', []);
    expect(shown.map(({ id, manual }) => [id, manual])).toEqual([
      ['mcp-ts-core', false],
      ['typescript-sdk-v1', false],
    ]);
    expect(context).toEqual([
      { id: 'mcp-ts-core', confidence: 0.8 },
      { id: 'typescript-sdk-v1', confidence: 0.7 },
    ]);
    expect(serverVocabulary({}, '', [])).toEqual({ shown: [], context: [] });
  });

  it('takes an SDK that the user chose for the whole truth', () => {
    const { shown, context } = serverVocabulary(layers, 'go-sdk', []);
    expect(shown).toEqual([{ id: 'go-sdk', name: 'Go SDK', confidence: 1, manual: true, evidence: [] }]);
    expect(context).toEqual([{ id: 'go-sdk', confidence: 1 }]);
  });

  it('leaves the SDK below an own vocabulary as it was inferred', () => {
    const { shown, context } = serverVocabulary(layers, 'acme', [acme]);
    expect(shown.map(({ id }) => id)).toEqual(['acme', 'typescript-sdk-v1']);
    expect(context[0]).toEqual({ id: 'acme', confidence: 1 });
  });

  it('falls back to what is inferred if the file of an own vocabulary is gone', () => {
    expect(serverVocabulary(layers, 'acme', []).shown.map(({ id }) => id)).toEqual([
      'mcp-ts-core',
      'typescript-sdk-v1',
    ]);
    expect(choosable([]).some(({ family }) => family === 'contrast')).toBe(false);
  });
});
