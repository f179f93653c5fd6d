import { describe, expect, it } from 'vitest';
import { CORRECTIONS, correctionsFor } from './corrections.ts';
import { MATRIX_CASES, sdkMatrix } from './sdk-matrix.ts';
import { vocabularyOf } from './vocabularies.ts';

describe('the matrix of what SDKs really do', () => {
  it('has 19 stacks by 13 cases, each cell with a text', () => {
    expect(sdkMatrix()).toHaveLength(19);
    expect(MATRIX_CASES).toHaveLength(13);
    for (const { cells, vocabulary } of sdkMatrix()) {
      expect(vocabularyOf(vocabulary), vocabulary).toBeDefined();
      for (const { id } of MATRIX_CASES) expect(cells[id].text).not.toBe('');
    }
  });

  it('marks what contradicts the specification, and what was measured', () => {
    const cells = sdkMatrix().flatMap((stack) => Object.values(stack.cells));
    expect(cells.filter(({ violation }) => violation)).toHaveLength(60);
    expect(sdkMatrix().filter(({ measured }) => measured)).toHaveLength(6);
  });

  it('knows that v1 tells the model of an unknown tool and v2 does not', () => {
    const byName = new Map(sdkMatrix().map((stack) => [stack.name, stack.cells['unknown-tool']]));
    expect(byName.get('TypeScript SDK v1 1.32.2, McpServer')).toMatchObject({ violation: true });
    expect(byName.get('TypeScript SDK v2 2.4.0, 2025 era')).toEqual({
      text: '-32602 "Tool x not found"',
      violation: false,
    });
  });
});

describe('the corrections to widely read documents', () => {
  it('are 15, each about a known vocabulary', () => {
    expect(CORRECTIONS).toHaveLength(15);
    for (const { vocabulary } of CORRECTIONS) expect(vocabularyOf(vocabulary)).toBeDefined();
  });

  it('are found by number', () => {
    expect(correctionsFor(-32003).map(({ document }) => document)).toEqual([
      'AliveMCP, MCP server error codes guide',
    ]);
    expect(correctionsFor(12)).toEqual([]);
  });
});
