import { describe, expect, it } from 'vitest';
import { terminalText } from '../base/document/text-writer.ts';
import { lookupDocument, lookupReport } from './lookup-report.ts';

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

  it('warns that a shared number is not certain', () => {
    expect(lookupText('32001')).toContain('-32001: 8 meanings. Implementations share this number');
  });

  it('counts what it does not show, and says when nothing fits', () => {
    expect(lookupText('-32602')).toMatch(/\d+ more\. Narrow the query/);
    expect(lookupText('qqqqzzzz')).toContain('Nothing in the catalogue fits "qqqqzzzz"');
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
