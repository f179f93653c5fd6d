import { useMemo } from 'react';
import { estimatedTokens } from '../../../app/base/byte-size.ts';
import { isJsonObject, type JsonObject } from '../../../app/base/json-value.ts';
import type { SessionInfo } from '../../../app/contract/session-info.ts';
import { DOES, faultText } from '../../../app/hosts/tools/fault-text.ts';
import {
  judgeList,
  type ListVerdict,
  type ToolFault,
  type ToolVerdict,
  takerOf,
} from '../../../app/hosts/tools/tool-judge.ts';
import { type SentTool, sentTools } from '../../../app/hosts/tools/tool-traits.ts';
import { useHostLens } from '../../state/session/use-host-lens.ts';

/** The tools of a list as sent; `useList` needs a stable function. */
export function readSentTools(items: readonly unknown[]): readonly JsonObject[] {
  return items.filter(isJsonObject);
}

/** The verdict of a session's chosen host on its tools; undefined if none is chosen or nothing is known about it. */
export function useListVerdict(info: SessionInfo, tools: readonly object[]): ListVerdict | undefined {
  const { table, host } = useHostLens(info);
  const server = info.server?.name ?? '';
  return useMemo(() => {
    const taker = host === undefined ? undefined : takerOf(table, host);
    return taker === undefined ? undefined : judgeList(sentTools(tools), taker, table, server);
  }, [table, host, tools, server]);
}

/** What happens to a tool, in a few words; how it is known that it reaches the model unchanged. */
export function outcomeText({ outcome, kept }: ToolVerdict): string {
  if (outcome !== 'reaches') return OUTCOMES[outcome];
  const isMeasured = kept.some(({ row }) => row.evidence === 'measured');
  return isMeasured ? 'reaches it, as measured' : 'reaches it, as far as known';
}

const OUTCOMES = {
  changed: 'reaches it changed',
  lost: 'is lost',
  'lost-with': 'is lost with another tool',
};

/** What the verdict rests on: what is lost or changed, else what is known to stay as it is. */
export function grounds({ faults, kept }: ToolVerdict): readonly ToolFault[] {
  return faults.length > 0 ? faults : kept;
}

/** Why a tool does or does not reach the model unchanged, in a few words; empty if nothing is known. */
export function changeReason(verdict: ToolVerdict, { takesAll, taker }: ListVerdict): string {
  const texts = grounds(verdict).map((fault) => {
    const by = fault.by === taker.name ? '' : `${fault.by} `;
    return `${faultText(fault)}: ${by}${DOES[fault.row.does]}`;
  });
  if (texts.length > 0) return texts.join('; ');
  return takesAll === undefined ? '' : `because of ${takesAll.tool.name}`;
}

/** For example "3 of 12 tools reach the model of Cursor as they are". */
export function summaryText({ tools, taker }: ListVerdict): string {
  const count = (outcome: ToolVerdict['outcome']) => tools.filter((one) => one.outcome === outcome).length;
  const lost = count('lost') + count('lost-with');
  const changed = count('changed');
  const parts = [
    `${tools.length - lost} of ${tools.length} reach the model of ${taker.name}`,
    changed === 0 ? '' : `${changed} changed`,
  ];
  return parts.filter(Boolean).join(', ');
}

/** The estimated cost of a list for a model: names, descriptions and schemas as JSON. */
export function tokensText(tools: readonly SentTool[]): string {
  const chars = tools.reduce((sum, { name, sent: { description, inputSchema } }) => {
    return sum + JSON.stringify({ name, description, inputSchema }).length;
  }, 0);
  return `about ${estimatedTokens(chars).toLocaleString('en')} tokens (an estimate: four characters each)`;
}

/** The hosts and providers that are compared by default. */
export const USUAL: readonly string[] = [
  'claude-code',
  'cursor',
  'vscode-copilot',
  'codex-cli',
  'openai-chat',
];
