import { type MessageValues, messageText } from '../base/message.ts';
import { firstTexts } from '../base/wrapped-text.ts';
import type { Finding } from '../findings/finding.ts';
import type { HostTable } from '../hosts/lens/host-table.ts';
import { evidenceLabel, type Lens } from '../hosts/lens/lens.ts';
import type { ToolListRow } from '../hosts/lens/tool-row.ts';
import { faultText, remedyText } from '../hosts/tools/fault-text.ts';
import { judgeList, rowsFor, type Taker, type ToolFault, takerOf } from '../hosts/tools/tool-judge.ts';
import { placesOf, type SentTool, type ToolContext } from '../hosts/tools/tool-traits.ts';
import { type FindingPlace, HOST_RULES } from './host-advice.ts';

/** How many tools a sentence names. */
const NAMED = 5;

const CASE_OF: { readonly [Does in ToolListRow['does']]?: 'drops' | 'server' | 'refuses' } = {
  'drops-tool': 'drops',
  'drops-server': 'server',
  'refuses-list': 'refuses',
};

type Loss = { readonly tool: SentTool; readonly fault: ToolFault };

/**
 * The tools in a list that the lens's host, or the provider behind it, loses, and why; one finding per row. Without a
 * host: what providers reject although the hosts before them are known to pass it on.
 */
export function toolFindings(
  tools: readonly SentTool[],
  { table, host }: Lens,
  context: ToolContext,
  place: FindingPlace,
): readonly Finding[] {
  const taker = host === undefined ? undefined : takerOf(table, host);
  if (taker !== undefined) return takerFindings(tools, taker, table, context, place);
  return host === undefined ? commonFindings(tools, table, context, place) : [];
}

/** The findings for one host or provider; if it must lose no tool, a loss is a violation. */
export function takerFindings(
  tools: readonly SentTool[],
  taker: Taker,
  table: HostTable,
  { server, names }: ToolContext,
  place: FindingPlace,
): readonly Finding[] {
  const byRow = new Map<ToolListRow, Loss[]>();
  for (const { tool, faults } of judgeList(tools, taker, table, server, names).tools)
    for (const fault of faults)
      if (CASE_OF[fault.row.does] !== undefined)
        byRow.set(fault.row, [...(byRow.get(fault.row) ?? []), { tool, fault }]);
  return [...byRow].map(([row, losses]) => {
    const by = losses[0]?.fault.by ?? taker.name;
    const text = messageText(HOST_RULES.L06[CASE_OF[row.does] ?? 'drops'], {
      host: by,
      ...lossValues(losses),
    });
    const who = evidenceLabel({ name: by }, { row });
    const found = lostFinding(row, `${text} (${who}.)`, place);
    return taker.mustKeep ? { ...found, severity: 'violation', certainty: 'certain' } : found;
  });
}

/** What no known host repairs, by tools and places; providers that reject the same are named together. */
function commonFindings(
  tools: readonly SentTool[],
  table: HostTable,
  context: ToolContext,
  place: FindingPlace,
): readonly Finding[] {
  const found = new Map<string, { row: ToolListRow; names: string[]; losses: Loss[] }>();
  for (const { id, name } of table.providers)
    for (const row of rowsFor(table, id, '').filter(({ common }) => common)) {
      const losses = tools.flatMap((tool) => {
        const places = placesOf(row.when, tool, context);
        return places.length === 0 ? [] : [{ tool, fault: { row, by: name, places } }];
      });
      const { when } = row;
      const about = when.has === 'shape' ? when.shape : when.has;
      const key = JSON.stringify([about, losses.map(({ tool, fault }) => [tool.index, fault.places[0]?.at])]);
      const known = found.get(key);
      if (known !== undefined) known.names.push(name);
      else if (losses.length > 0) found.set(key, { row, names: [name], losses });
    }
  return [...found.values()].map(({ row, names, losses }) => {
    const values = { hosts: [...new Set(names)].join(', '), ...lossValues(losses) };
    return {
      ...lostFinding(row, messageText(HOST_RULES.L06.all, values), place),
      title: HOST_RULES.L06.titleOfAll,
    };
  });
}

function lossValues(losses: readonly Loss[]): MessageValues {
  const named = losses.map(
    ({ tool, fault }) => `${JSON.stringify(tool.name.slice(0, 80))} (${faultText(fault)})`,
  );
  return { tools: firstTexts(named, NAMED).slice(0, 1500) };
}

function lostFinding(row: ToolListRow, explanation: string, place: FindingPlace): Finding {
  const { name, title } = HOST_RULES.L06;
  return {
    ...{ rule: 'L06', name, title, severity: 'advice', ...place, evidence: [place.seq] },
    ...{ certainty: row.evidence === 'measured' ? 'certain' : 'likely', side: 'server', explanation },
    ...{ todo: remedyText(row), source: row.source, before: '', after: '' },
  };
}
