import { describe, expect, it } from 'vitest';
import { vocabularyOf } from './catalog.ts';
import { CORRECTIONS, correctionsFor, MATRIX_CASES, SDK_MATRIX } from './reference-tables.ts';

describe('the matrix of what SDKs really do', () => {
  it('says something of every stack in every case', () => {
    expect(SDK_MATRIX.length).toBeGreaterThan(0);
    for (const { cells, vocabulary } of SDK_MATRIX) {
      expect(vocabularyOf(vocabulary), vocabulary).toBeDefined();
      for (const { id } of MATRIX_CASES) expect(cells[id].text).not.toBe('');
    }
  });

  it('holds its marks of a violation as a fact, not in the text', () => {
    const cells = SDK_MATRIX.flatMap((stack) => Object.values(stack.cells));
    expect(cells.filter(({ text }) => text.startsWith('✗'))).toEqual([]);
    expect(cells.some(({ violation }) => violation)).toBe(true);
  });

  it('knows that v1 tells the model of an unknown tool and v2 does not', () => {
    const byName = new Map(SDK_MATRIX.map((stack) => [stack.name, stack.cells['unknown-tool']]));
    expect(byName.get('TypeScript SDK v1 1.32.2, McpServer')).toMatchObject({ violation: true });
    expect(byName.get('TypeScript SDK v2 2.4.0, 2025 era')).toEqual({
      text: '-32602 "Tool x not found"',
      violation: false,
    });
  });
});

describe('the corrections to widely read documents', () => {
  it('are each about a known vocabulary', () => {
    expect(CORRECTIONS.length).toBeGreaterThan(0);
    for (const { vocabulary } of CORRECTIONS) expect(vocabularyOf(vocabulary)).toBeDefined();
  });

  it('are found by number', () => {
    expect(correctionsFor(-32003).map(({ document }) => document)).toEqual([
      'AliveMCP, MCP server error codes guide',
    ]);
    expect(correctionsFor(12)).toEqual([]);
  });
});
