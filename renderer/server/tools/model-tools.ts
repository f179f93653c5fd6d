import { useMemo } from 'react';
import { estimatedTokens } from '../../../app/base/byte-size.ts';
import { isJsonObject, type JsonObject } from '../../../app/base/json-value.ts';
import type { SessionInfo } from '../../../app/contract/session-info.ts';
import { DOES, faultText } from '../../../app/hosts/tools/fault-text.ts';
import {
  judgeList,
  type ListVerdict,
  type ToolVerdict,
  takerOf,
} from '../../../app/hosts/tools/tool-judge.ts';
import { type SentTool, sentTools } from '../../../app/hosts/tools/tool-traits.ts';
import { useHostLens } from '../../state/session/use-host-lens.ts';

/** The tools of a list as they were sent; `useList` needs one function. */
export function readSentTools(items: readonly unknown[]): readonly JsonObject[] {
  return items.filter(isJsonObject);
}

/** What the chosen host of a session makes of its tools; undefined if nothing is known of it, or none is chosen. */
export function useListVerdict(info: SessionInfo, tools: readonly object[]): ListVerdict | undefined {
  const { table, host } = useHostLens(info);
  const server = info.server?.name ?? '';
  return useMemo(() => {
    const taker = host === undefined ? undefined : takerOf(table, host);
    return taker === undefined ? undefined : judgeList(sentTools(tools), taker, table, server);
  }, [table, host, tools, server]);
}

export const OUTCOMES: { readonly [Outcome in ToolVerdict['outcome']]: string } = {
  reaches: 'reaches it, as far as known',
  changed: 'reaches it changed',
  lost: 'is lost',
  'lost-with': 'is lost with another tool',
};

/** Why a tool does not reach the model as it was sent, in a few words; empty if it does. */
export function whyText({ faults }: ToolVerdict, { takesAll, taker }: ListVerdict): string {
  const texts = faults.map((fault) => {
    const by = fault.by === taker.name ? '' : `${fault.by} `;
    return `${faultText(fault)}: ${by}${DOES[fault.row.does]}`;
  });
  if (texts.length > 0) return texts.join('; ');
  return takesAll === undefined ? '' : `because of ${takesAll.tool.name}`;
}

/** "3 of 12 tools reach the model of Cursor as they are", or what else is so. */
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

/** What a list costs a model: names, descriptions and schemas as JSON, by an estimate. */
export function tokensText(tools: readonly SentTool[]): string {
  const chars = tools.reduce((sum, { name, sent: { description, inputSchema } }) => {
    return sum + JSON.stringify({ name, description, inputSchema }).length;
  }, 0);
  return `about ${estimatedTokens(chars).toLocaleString('en')} tokens (an estimate: four characters each)`;
}

/** The takers that are compared and kept for, if nothing else is chosen. */
export const USUAL: readonly string[] = [
  'claude-code',
  'cursor',
  'vscode-copilot',
  'codex-cli',
  'openai-chat',
];
