import { isJsonObject } from '../base/json-value.ts';
import { messageText } from '../base/message.ts';
import type { Finding } from '../findings/finding.ts';
import type { HostEntry } from '../hosts/lens/host-table.ts';
import { evidenceLabel, type Lens } from '../hosts/lens/lens.ts';
import { type CallTime, exceededWait, hostRequest } from '../hosts/lens/result-limit.ts';
import { type FindingPlace, HOST_RULES, hostFinding } from './host-advice.ts';
import { durationText } from './phrases.ts';

/** That the host of the lens had given up a call of a tool before its answer came; none without such a source. */
export function lateFindings(lens: Lens, time: CallTime, place: FindingPlace): readonly Finding[] {
  const entry = entryOf(lens);
  const wait = entry && exceededWait(entry, lens.host?.version ?? '', time);
  if (entry === undefined || wait === undefined) return [];
  const isSilence = wait.progress === 'restarts';
  const { explanation, restarts } = HOST_RULES.L07;
  const text = messageText(isSilence ? restarts : explanation, {
    host: entry.name,
    wait: durationText(wait.seconds * 1000),
    took: durationText(isSilence ? time.silentMs : time.tookMs),
  });
  return [said('L07', text, entry, wait, place)];
}

/** That the user of the lens's host never sees this request of the server, or what this list offers. */
export function unshownFindings(lens: Lens, method: string, place: FindingPlace): readonly Finding[] {
  const entry = entryOf(lens);
  const row = entry && hostRequest(entry, lens.host?.version ?? '', method);
  if (entry === undefined || row === undefined) return [];
  const { [row.does]: text, listTitle: title, listTodo: todo } = HOST_RULES.L08;
  const says = row.says ?? 'no more is known';
  const found = said('L08', messageText(text, { host: entry.name, method, says }), entry, row, place);
  return [row.does === 'never-asks' ? { ...found, title, todo } : found];
}

const LISTED: Readonly<Record<string, string>> = {
  'prompts/list': 'prompts',
  'resources/list': 'resources',
  'resources/templates/list': 'resourceTemplates',
};

/** True for the result of a list with something in it that a host may never ask for. */
export function isOffered(method: string, result: unknown): boolean {
  const items = isJsonObject(result) ? result[LISTED[method] ?? ''] : undefined;
  return Array.isArray(items) && items.length > 0;
}

function entryOf({ table, host }: Lens): HostEntry | undefined {
  return host === undefined ? undefined : table.hosts.find(({ id }) => id === host.host);
}

type Said = Parameters<typeof evidenceLabel>[1]['row'] & {
  readonly source: string;
  readonly note?: string | undefined;
};

function said(rule: 'L07' | 'L08', text: string, entry: HostEntry, row: Said, place: FindingPlace): Finding {
  const note = row.note === undefined ? '' : `${row.note} `;
  const who = evidenceLabel(entry, { row });
  return hostFinding(rule, `${text} ${note}(${who}.)`, row.source, 'likely', place);
}
