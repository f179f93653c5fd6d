import { MCP_REVISIONS } from '../protocol/revisions.ts';

/** Where a vocabulary comes from. */
export type VocabularyFamily =
  | 'json-rpc'
  | 'mcp-spec'
  | 'sdk'
  | 'framework'
  | 'guide'
  | 'inspector'
  | 'contrast'
  | 'own';

/** One source of code meanings. */
export type Vocabulary = {
  readonly id: string;
  readonly name: string;
  readonly family: VocabularyFamily;
  /** The MCP revisions whose rules it states; empty for everything but the specification. */
  readonly revisions: readonly string[];
  /** True for neighbouring protocols, which share numbers with MCP and mean something else. */
  readonly contrast: boolean;
};

const untilNovember2025 = MCP_REVISIONS.slice(0, 4);

function vocabulary<Id extends string>(
  id: Id,
  name: string,
  family: VocabularyFamily,
  revisions: readonly string[] = [],
): Vocabulary & { readonly id: Id } {
  return { id, name, family, revisions, contrast: family === 'contrast' };
}

/** All built-in vocabularies, in the order in which the screen groups them. */
export const VOCABULARIES = [
  vocabulary('json-rpc-2-0', 'JSON-RPC 2.0', 'json-rpc'),
  vocabulary('mcp-spec', 'MCP, all revisions', 'mcp-spec', MCP_REVISIONS),
  vocabulary('mcp-spec-until-2025-06-18', 'MCP up to 2025-06-18', 'mcp-spec', MCP_REVISIONS.slice(0, 3)),
  vocabulary('mcp-spec-until-2025-11-25', 'MCP up to 2025-11-25', 'mcp-spec', untilNovember2025),
  vocabulary('mcp-spec-since-2025-11-25', 'MCP since 2025-11-25', 'mcp-spec', MCP_REVISIONS.slice(3)),
  vocabulary('mcp-spec-2025-11-25', 'MCP 2025-11-25', 'mcp-spec', ['2025-11-25']),
  vocabulary('mcp-tasks-2025-11-25', 'MCP 2025-11-25, experimental tasks', 'mcp-spec', ['2025-11-25']),
  vocabulary('mcp-sep-2260', 'MCP 2025-11-25 with SEP-2260', 'mcp-spec', ['2025-11-25']),
  vocabulary('mcp-sep-1303', 'MCP, SEP-1303 (input validation)', 'mcp-spec', MCP_REVISIONS.slice(3)),
  vocabulary('mcp-spec-2026-07-28-draft', 'MCP 2026-07-28, drafts', 'mcp-spec', ['2026-07-28']),
  vocabulary('mcp-spec-2026-07-28', 'MCP 2026-07-28', 'mcp-spec', ['2026-07-28']),
  vocabulary('mcp-ext-tasks', 'MCP extension: tasks', 'mcp-spec', ['2026-07-28']),
  vocabulary('typescript-sdk-v1', 'TypeScript SDK v1', 'sdk'),
  vocabulary('typescript-sdk-v2', 'TypeScript SDK v2', 'sdk'),
  vocabulary('python-sdk-v1', 'Python SDK v1', 'sdk'),
  vocabulary('python-sdk-v2', 'Python SDK v2', 'sdk'),
  vocabulary('go-sdk', 'Go SDK', 'sdk'),
  vocabulary('rust-rmcp', 'Rust rmcp', 'sdk'),
  vocabulary('csharp-sdk', 'C# SDK', 'sdk'),
  vocabulary('java-sdk', 'Java SDK', 'sdk'),
  vocabulary('kotlin-sdk', 'Kotlin SDK', 'sdk'),
  vocabulary('swift-sdk', 'Swift SDK', 'sdk'),
  vocabulary('php-sdk', 'PHP SDK', 'sdk'),
  vocabulary('ruby-sdk', 'Ruby SDK', 'sdk'),
  vocabulary('mcp-go', 'mcp-go (mark3labs)', 'sdk'),
  vocabulary('hermes', 'Hermes MCP (Elixir)', 'sdk'),
  vocabulary('anubis', 'Anubis MCP (Elixir)', 'sdk'),
  vocabulary('fastmcp-python', 'FastMCP (Python)', 'framework'),
  vocabulary('fastmcp-typescript', 'fastmcp (TypeScript)', 'framework'),
  vocabulary('mcp-ts-core', 'mcp-ts-core', 'framework'),
  vocabulary('alivemcp-guide', 'AliveMCP error guide', 'guide'),
  vocabulary('tierscope', 'Tierscope (no code on the wire)', 'inspector'),
  vocabulary('lsp-3-17', 'LSP 3.17, not MCP', 'contrast'),
  vocabulary('a2a-1-0', 'A2A 1.0, not MCP', 'contrast'),
] as const satisfies readonly Vocabulary[];

export type VocabularyId = (typeof VOCABULARIES)[number]['id'];

/** The built-in vocabulary with this id, or undefined for an unknown one. */
export function vocabularyOf(id: string): Vocabulary | undefined {
  return VOCABULARIES.find((candidate) => candidate.id === id);
}
