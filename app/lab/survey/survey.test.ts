import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { isJsonObject, jsonText } from '../../base/json-value.ts';
import { isAbout, traitsOf } from '../../hosts/lens/sent-answer.ts';
import { fromBase64 } from '../../wire/line-text.ts';
import { markerImage } from './marker-image.ts';
import { markersIn } from './markers.ts';
import { buildSurvey, LONG_TEXT_CHARS, type SurveyCase } from './survey.ts';

const survey = buildSurvey('a');
const known = new Set(survey.markers.keys());

/** Everything in an answer except images, as text. */
function wireText({ answer }: SurveyCase): string {
  return jsonText(answer.kind === 'protocol-error' ? answer : answer.result);
}

describe('a survey', () => {
  test('has the same markers for a seed, and shares none with another', () => {
    expect(buildSurvey('a')).toEqual(survey);
    const both = [...buildSurvey('b').markers.keys()].filter((word) => known.has(word));
    expect(both.filter((word) => /[a-z]/.test(word))).toEqual([]);
  });

  test('each marker stands in the answer of its tool, unless it is drawn, and in no other', () => {
    for (const one of survey.cases) {
      const drawn = one.markers.filter(({ place }) => 'field' in place && place.field === 'pixels');
      const expected = one.markers.filter((marker) => !drawn.includes(marker)).map(({ word }) => word);
      expect([...markersIn(wireText(one), known)].sort()).toEqual(expected.sort());
    }
  });

  test('no two answers of one kind have the same traits, long texts aside', () => {
    const kinds = survey.cases
      .filter(({ isLong }) => !isLong)
      .map(({ answer }) => jsonText([answer.kind, traitsOf(answer)]));
    expect(new Set(kinds).size).toBe(kinds.length);
  });

  test('covers each answer with and without each trait', () => {
    const when = { method: 'tools/call' } as const;
    for (const answer of ['tool-error', 'success'] as const) {
      for (const trait of ['text', 'media', 'resources', 'structuredContent'] as const) {
        for (const has of [true, false]) {
          const isThere = survey.cases.some((one) => isAbout({ ...when, answer, [trait]: has }, one.answer));
          expect([answer, trait, has, isThere]).toEqual([answer, trait, has, true]);
        }
      }
    }
  });

  test('a long text is as long as it says, with markers no further apart than two percent or two lines', () => {
    for (const { answer, markers } of survey.cases.filter(({ isLong }) => isLong)) {
      const content = answer.kind === 'protocol-error' ? [] : answer.result.content;
      const [block] = Array.isArray(content) ? content.filter(isJsonObject) : [];
      const text = String(block?.text);
      expect(text).toHaveLength(LONG_TEXT_CHARS);
      const ends = markers.flatMap(({ word, place }) => {
        if (place.part !== 'long-text') return [];
        expect(text.slice(place.end - word.length, place.end)).toBe(word);
        return [place.end];
      });
      for (const [index, end] of ends.slice(1).entries()) {
        const before = ends[index] ?? 0;
        expect(end - before).toBeLessThanOrEqual(Math.max(200, end * 0.02));
      }
      expect(LONG_TEXT_CHARS - Math.max(...ends)).toBeLessThan(100);
    }
  });
});

test('markers are found in any text, escaped, quoted or in capitals', () => {
  const words = [...known];
  const around = fc.constantFrom('', '\n', '\\n', '"', '…', '<b>', '-');
  fc.assert(
    fc.property(fc.shuffledSubarray(words, { maxLength: 5 }), around, fc.boolean(), (some, gap, isUpper) => {
      const text = some.map((word) => `${gap}${word}${gap} `).join('');
      expect([...markersIn(isUpper ? text.toUpperCase() : text, known)].sort()).toEqual([...some].sort());
    }),
  );
});

test('a number is no marker within a longer one', () => {
  expect([...markersIn('9123456 and 123456', new Set(['123456']))]).toEqual(['123456']);
  expect([...markersIn('91234567', new Set(['123456']))]).toEqual([]);
});

test('the picture of a word is a PNG whose every part ends with its checksum', () => {
  const bytes = fromBase64(markerImage('gedakutel'));
  expect([...bytes.slice(0, 8)]).toEqual([0x89, 0x50, 0x4e, 0x47, 13, 10, 26, 10]);
  // The end of every PNG.
  expect([...bytes.slice(-12)]).toEqual([0, 0, 0, 0, 0x49, 0x45, 0x4e, 0x44, 0xae, 0x42, 0x60, 0x82]);
  expect(markerImage('gedakutel')).not.toBe(markerImage('gedakuteb'));
});
