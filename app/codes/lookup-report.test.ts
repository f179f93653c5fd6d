import { describe, expect, it } from 'vitest';
import { terminalText } from '../base/document/text-writer.ts';
import { ALL_MEANINGS, lookupDocument, lookupReport } from './lookup-report.ts';

const lookupText = (query: string) => terminalText(lookupDocument(query));

describe('the lookup report', () => {
  it('has exactly the members of the command line contract', () => {
    const report = lookupReport('-32001');
    expect(Object.keys(report)).toEqual(['query', 'matches']);
    expect(report.query).toBe('-32001');
    for (const match of report.matches) {
      expect(Object.keys(match)).toEqual([
        'code',
        'name',
        'vocabulary',
        'vocabularyId',
        'tier',
        'meaning',
        'when',
        'do',
        'source',
        'since',
        'until',
      ]);
    }
  });

  it('tells the two TypeScript SDKs and the revisions apart by id', () => {
    const ids = lookupReport('-32042').matches.map(({ vocabularyId }) => vocabularyId);
    expect(ids).toEqual(
      expect.arrayContaining(['typescript-sdk-v1', 'typescript-sdk-v2', 'mcp-spec-2025-11-25']),
    );
  });

  it('reports a code of no vocabulary under its block', () => {
    expect(lookupReport('1001').matches[0]).toMatchObject({ code: 1001, name: 'Application-defined errors' });
  });

  it('writes code, place, meaning, advice and source for a terminal', () => {
    const text = lookupText('-32022');
    expect(text).toMatch(/^-32022: Unsupported protocol version\.\n/);
    expect(text).toContain('MCP 2026-07-28 · protocol tier · since 2026-07-28');
    expect(text).toContain('data.supported');
    expect(text).toContain('source  modelcontextprotocol/modelcontextprotocol');
  });

  it('says when and what to do in JSON, or null', () => {
    const [first] = lookupReport('spawn npx ENOENT').matches;
    expect(first?.do).toMatch(/PATH/);
    for (const match of lookupReport('-32602').matches)
      for (const text of [match.when, match.do]) expect(text === null || text.length > 3).toBe(true);
  });

  it('shows the first meaning whole, the others as a line each, equal ones as one', () => {
    const text = lookupText('-32002');
    expect(text.match(/^ {2}source /gm)).toHaveLength(1);
    expect(text).toMatch(/^-32002: 5 meanings[\s\S]*?\n\n-32002 +Resource not found\n +MCP up to 2025-11-25/);
    expect(text).toMatch(/also +.*Go SDK/);
    expect(text.match(/Resource not found$/gm)).toHaveLength(1);
    expect(text).toMatch(/^-32002 +Conflict \(mcp-ts-core\): The state changed/m);
  });

  it('shows every meaning whole if asked', () => {
    const text = terminalText(lookupDocument('-32002', {}, ALL_MEANINGS));
    expect(text.match(/^ {2}source /gm)?.length).toBe(lookupReport('-32002').matches.length);
  });

  it('says that nothing is known of a foreign sentence, and what to try', () => {
    const text = lookupText('the moon refused to frobnicate order 17');
    expect(text).toMatch(/^Nothing in the catalog fits/);
    expect(text).toMatch(/do +Run tierscope doctor .* tierscope tap/);
  });

  it('warns that a shared number is not certain', () => {
    expect(lookupText('32001')).toContain('-32001: 8 meanings. Implementations share this number');
  });

  it('counts what it does not show, and says when nothing fits', () => {
    expect(lookupText('-32602')).toMatch(/\d+ more\. Narrow the query/);
    expect(lookupText('qqqqzzzz')).toContain('Nothing in the catalog fits "qqqqzzzz"');
  });

  it('quotes a long text by its beginning, and says how much of it was read', () => {
    const text = `Error: spawn npx ENOENT\n${'all is well\n'.repeat(20_000)}`;
    expect(lookupReport(text)).toMatchObject({ readCharacters: 100_000 });
    expect(lookupReport(text).query.length).toBe(2000);
    expect(lookupText(text)).toMatch(
      /^Read the first 100,000 characters of the text\.\n\n"Error: spawn npx ENOENT all/,
    );
  });
});
