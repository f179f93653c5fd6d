import type { VocabularyTable } from './catalogue-entry.ts';
import { a2a10Table } from './vocabulary/a2a-1-0.ts';
import { alivemcpGuideCodesTable } from './vocabulary/alivemcp-guide-codes.ts';
import { alivemcpGuideConventionsTable } from './vocabulary/alivemcp-guide-conventions.ts';
import { anubisTable } from './vocabulary/anubis.ts';
import { csharpSdkTable } from './vocabulary/csharp-sdk.ts';
import { fastmcpPythonTable } from './vocabulary/fastmcp-python.ts';
import { fastmcpTypescriptTable } from './vocabulary/fastmcp-typescript.ts';
import { goSdkTable } from './vocabulary/go-sdk.ts';
import { hermesCodesTable } from './vocabulary/hermes-codes.ts';
import { hermesReasonsTable } from './vocabulary/hermes-reasons.ts';
import { javaSdkTable } from './vocabulary/java-sdk.ts';
import { jsonRpc20Table } from './vocabulary/json-rpc-2-0.ts';
import { kotlinSdkTable } from './vocabulary/kotlin-sdk.ts';
import { lsp317Table } from './vocabulary/lsp-3-17.ts';
import { mcpExtTasksTable } from './vocabulary/mcp-ext-tasks.ts';
import { mcpGoTable } from './vocabulary/mcp-go.ts';
import { mcpSep1303Table } from './vocabulary/mcp-sep-1303.ts';
import { mcpSep2260Table } from './vocabulary/mcp-sep-2260.ts';
import { mcpSpecTable } from './vocabulary/mcp-spec.ts';
import { mcpSpec20251125Table } from './vocabulary/mcp-spec-2025-11-25.ts';
import { mcpSpec20260728Table } from './vocabulary/mcp-spec-2026-07-28.ts';
import { mcpSpec20260728DraftTable } from './vocabulary/mcp-spec-2026-07-28-draft.ts';
import { mcpSpecSince20251125Table } from './vocabulary/mcp-spec-since-2025-11-25.ts';
import { mcpSpecUntil20250618Table } from './vocabulary/mcp-spec-until-2025-06-18.ts';
import { mcpSpecUntil20251125Table } from './vocabulary/mcp-spec-until-2025-11-25.ts';
import { mcpTasks20251125Table } from './vocabulary/mcp-tasks-2025-11-25.ts';
import { mcpTsCoreCodesTable } from './vocabulary/mcp-ts-core-codes.ts';
import { mcpTsCoreConventionsTable } from './vocabulary/mcp-ts-core-conventions.ts';
import { mcpTsCoreFactoriesTable } from './vocabulary/mcp-ts-core-factories.ts';
import { mcpTsCoreMappingsTable } from './vocabulary/mcp-ts-core-mappings.ts';
import { mcpTsCorePatternsTable } from './vocabulary/mcp-ts-core-patterns.ts';
import { mcpTsCoreReasonsTable } from './vocabulary/mcp-ts-core-reasons.ts';
import { phpSdkTable } from './vocabulary/php-sdk.ts';
import { pythonSdkV1Table } from './vocabulary/python-sdk-v1.ts';
import { pythonSdkV2Table } from './vocabulary/python-sdk-v2.ts';
import { rubySdkTable } from './vocabulary/ruby-sdk.ts';
import { rustRmcpTable } from './vocabulary/rust-rmcp.ts';
import { swiftSdkTable } from './vocabulary/swift-sdk.ts';
import { tierscopeTable } from './vocabulary/tierscope.ts';
import { typescriptSdkV1CodesTable } from './vocabulary/typescript-sdk-v1-codes.ts';
import { typescriptSdkV1ConventionsTable } from './vocabulary/typescript-sdk-v1-conventions.ts';
import { typescriptSdkV1HttpTable } from './vocabulary/typescript-sdk-v1-http.ts';
import { typescriptSdkV1LocalTable } from './vocabulary/typescript-sdk-v1-local.ts';
import { typescriptSdkV2CodesTable } from './vocabulary/typescript-sdk-v2-codes.ts';
import { typescriptSdkV2ConventionsTable } from './vocabulary/typescript-sdk-v2-conventions.ts';
import { typescriptSdkV2HttpTable } from './vocabulary/typescript-sdk-v2-http.ts';
import { typescriptSdkV2LocalTable } from './vocabulary/typescript-sdk-v2-local.ts';

/** Every table of the catalogue, in the order of the vocabularies. */
export const VOCABULARY_TABLES: readonly VocabularyTable[] = [
  jsonRpc20Table,
  mcpSpecTable,
  mcpSpecUntil20250618Table,
  mcpSpecUntil20251125Table,
  mcpSpecSince20251125Table,
  mcpSpec20251125Table,
  mcpTasks20251125Table,
  mcpSep2260Table,
  mcpSep1303Table,
  mcpSpec20260728DraftTable,
  mcpSpec20260728Table,
  mcpExtTasksTable,
  typescriptSdkV1CodesTable,
  typescriptSdkV1ConventionsTable,
  typescriptSdkV1LocalTable,
  typescriptSdkV1HttpTable,
  typescriptSdkV2CodesTable,
  typescriptSdkV2ConventionsTable,
  typescriptSdkV2LocalTable,
  typescriptSdkV2HttpTable,
  pythonSdkV1Table,
  pythonSdkV2Table,
  goSdkTable,
  rustRmcpTable,
  csharpSdkTable,
  javaSdkTable,
  kotlinSdkTable,
  swiftSdkTable,
  phpSdkTable,
  rubySdkTable,
  mcpGoTable,
  hermesCodesTable,
  hermesReasonsTable,
  anubisTable,
  fastmcpPythonTable,
  fastmcpTypescriptTable,
  mcpTsCoreCodesTable,
  mcpTsCoreFactoriesTable,
  mcpTsCoreMappingsTable,
  mcpTsCorePatternsTable,
  mcpTsCoreReasonsTable,
  mcpTsCoreConventionsTable,
  alivemcpGuideCodesTable,
  alivemcpGuideConventionsTable,
  tierscopeTable,
  lsp317Table,
  a2a10Table,
];
