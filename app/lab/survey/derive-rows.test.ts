import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { runs } from '../../base/testing/runs.ts';
import { type HostPiece, type HostRow, hostFileSchema } from '../../hosts/lens/host-table.ts';
import { passedOn } from '../../hosts/lens/passed-on.ts';
import { isAbout } from '../../hosts/lens/sent-answer.ts';
import { arrivalOf, seenIn } from './arrivals.ts';
import { type DerivedRows, deriveRows } from './derive-rows.ts';
import { buildSurvey, LONG_TEXT_CHARS, type SurveyCase } from './survey.ts';

const survey = buildSurvey('a');
const other = buildSurvey('another');
const origin = { host: 'h', source: 'a test', asOf: '2026-11-23' };
const all = new Set(survey.cases.map(({ tool }) => tool));

function row(when: object, gets: readonly object[], more: object = {}): HostRow {
  const written = { host: 'h', when, gets, evidence: 'measured', source: 's', asOf: '2026', ...more };
  const [only] = hostFileSchema.parse({ rows: [written] }).rows;
  if (only === undefined) throw new Error('no row');
  return only;
}

/** What the model of a host with these rows sees; nothing of an answer without a row. */
function seenBy(rows: readonly HostRow[], one: SurveyCase): ReadonlySet<string> {
  const found = rows.find(({ when }) => isAbout(when, one.answer));
  return found === undefined ? new Set() : seenIn(passedOn(found, one.answer), one);
}

function measure(rows: readonly HostRow[], measured: ReadonlySet<string> = all): DerivedRows {
  const seen = new Set(survey.cases.flatMap((one) => [...seenBy(rows, one)]));
  return deriveRows({ survey, measured, seen }, origin);
}

const short = (one: SurveyCase) => !one.isLong;
const shown = ({ rows }: DerivedRows) => rows.map(({ when, gets }) => ({ when, gets }));
const content = { part: 'content', blocks: 'all', as: 'text', between: '\n' } as const;
const called = { method: 'tools/call' } as const;

describe('the rows of a survey', () => {
  test('a host that drops structuredContent and later blocks of errors, and gives all of a success', () => {
    const derived = measure([
      row({ answer: 'protocol-error' }, [{ part: 'message' }]),
      row({ answer: 'tool-error' }, [{ part: 'content', blocks: 'first' }]),
      row({ answer: 'success' }, [{ part: 'result' }]),
    ]);
    expect(shown(derived)).toEqual([
      { when: { ...called, answer: 'protocol-error' }, gets: [{ part: 'message' }] },
      {
        when: { ...called, answer: 'tool-error' },
        gets: [{ ...content, blocks: 'first' }],
      },
      { when: { ...called, answer: 'success' }, gets: [{ part: 'result' }] },
    ]);
    expect(derived.notes).toEqual([]);
  });

  test('a host that gives structuredContent instead of content gets a row for each case', () => {
    const derived = measure([
      row({ answer: 'success', structuredContent: true }, [{ part: 'structuredContent' }]),
      row({ answer: 'success' }, [{ part: 'content', as: 'block' }]),
    ]).rows.filter(({ when }) => when.answer === 'success');
    expect(derived.map(({ when, gets }) => [when.structuredContent, gets])).toEqual([
      [false, [{ ...content, as: 'block' }]],
      [true, [{ part: 'structuredContent', as: 'json' }]],
    ]);
  });

  test('a row claims no more than was measured', () => {
    const rows = [row({ answer: 'success' }, [{ part: 'content' }])];
    const derived = measure(rows, new Set(['survey-success-text', 'survey-success-texts']));
    expect(derived.rows.length).toBeGreaterThan(0);
    for (const one of survey.cases.filter(short)) {
      const isCovered = derived.rows.some(({ when }) => isAbout(when, one.answer));
      expect([one.tool, isCovered]).toEqual([one.tool, /success-texts?$/.test(one.tool)]);
    }
  });

  test('an arrival that no row can say is a note, and no row', () => {
    const [texts] = survey.cases.filter(({ tool }) => tool === 'survey-success-texts');
    const second = texts?.markers.find(({ place }) => place.part === 'content' && place.block === 1);
    const seen = new Set([second?.word ?? '']);
    const derived = deriveRows({ survey, measured: new Set(['survey-success-texts']), seen }, origin);
    expect(derived.rows).toEqual([]);
    expect(derived.notes).toEqual(['No row can say how survey-success-texts arrived.']);
  });
});

const kinds = fc.subarray(['text', 'image', 'resource', 'resource_link'] as const, { minLength: 1 });
const contentPiece = fc.record(
  {
    part: fc.constant('content' as const),
    kinds,
    blocks: fc.constantFrom('all', 'first'),
    as: fc.constantFrom('text', 'block', 'json', 'json-list'),
    otherwise: fc.constantFrom('{uri}', '[{type} left out]'),
  },
  { requiredKeys: ['part'] },
);
const resultPieces = fc.oneof(
  fc.constant([{ part: 'result' }]),
  fc.tuple(contentPiece, fc.subarray([{ part: 'structuredContent' }])).map(([one, rest]) => [one, ...rest]),
  fc.subarray([{ part: 'structuredContent' }]),
);
const errorPieces = fc.subarray([{ part: 'code' }, { part: 'message' }, { part: 'data' }]);

const hosts = fc
  .record({ error: errorPieces, toolError: resultPieces, success: resultPieces })
  .map(({ error, toolError, success }) => [
    row({ answer: 'protocol-error' }, error),
    row({ answer: 'tool-error' }, toolError),
    row({ answer: 'success' }, success),
  ]);

describe('whatever a host does', () => {
  test('one row for each kind of answer gives the model the same of any survey', () => {
    fc.assert(
      fc.property(hosts, (rows) => {
        const derived = measure(rows);
        expect(derived.notes).toEqual([]);
        expect(derived.rows.map(({ when }) => when)).toEqual(rows.map(({ when }) => when));
        for (const one of other.cases) {
          const expected = arrivalOf(one, seenBy(rows, one));
          expect(arrivalOf(one, seenBy(derived.rows, one))).toEqual(expected);
        }
      }),
      // Each searches long texts for about a hundred words.
      { numRuns: runs(25) },
    );
  });

  test('a row never says what did not arrive, and what no row says is a note', () => {
    const many = fc.array(fc.oneof(contentPiece, fc.constant({ part: 'structuredContent' })), {
      maxLength: 4,
    });
    const trait = fc.constantFrom<object>(
      {},
      { structuredContent: true },
      { blocks: 'one' },
      { media: true },
    );
    fc.assert(
      fc.property(many, many, trait, (some, rest, when) => {
        const rows = [row({ answer: 'success', ...when }, some), row({ answer: 'success' }, rest)];
        const derived = measure(rows);
        for (const one of survey.cases.filter(short)) {
          const found = derived.rows.filter((derivedRow) => isAbout(derivedRow.when, one.answer));
          const isNoted = derived.notes.some((note) => note.includes(`${one.tool} `));
          expect([one.tool, found.length + (isNoted ? 1 : 0)]).toEqual([one.tool, 1]);
          if (isNoted) continue;
          expect(arrivalOf(one, seenBy(found, one))).toEqual(arrivalOf(one, seenBy(rows, one)));
        }
      }),
    );
  });

  test('a cut is found to two percent, and none where there is none', () => {
    const pieces: fc.Arbitrary<HostPiece['part']> = fc.constantFrom('content', 'result');
    fc.assert(
      fc.property(fc.integer({ min: 10_000, max: 190_000 }), pieces, (cutAfter, part) => {
        const gets = [part === 'content' ? { part, as: 'text' } : { part }];
        const derived = measure([row({ answer: 'tool-error' }, gets, { cutAfter })]);
        const found = derived.rows.find(({ when }) => when.answer === 'tool-error')?.cutAfter;
        // JSON writes each line feed as two characters.
        if (cutAfter > LONG_TEXT_CHARS * 1.02) expect(found).toBeUndefined();
        else if (cutAfter < LONG_TEXT_CHARS * 0.98) {
          expect(found).toBeLessThanOrEqual(cutAfter);
          expect(found).toBeGreaterThan(cutAfter * 0.96 - 500);
        }
      }),
      { numRuns: runs(40) },
    );
  });
});
