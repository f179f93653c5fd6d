import { create } from 'zustand';
import { isJsonObject, type JsonObject, stringAt } from '../../../app/base/json-value.ts';
import type { SessionInfo } from '../../../app/contract/session-info.ts';
import { readRemembered, remember } from '../screen/remembered.ts';

/** A call kept under a name, for a server's tool or prompt. */
export type SavedCall = {
  /** The command line of the server, or its name where a recording tells no command. */
  readonly server: string;
  /** The tool's name; `prompts/get` and the name for a prompt. */
  readonly tool: string;
  readonly name: string;
  readonly args: JsonObject;
};

const KEY = 'saved-calls';

export const useSavedCalls = create<{ readonly calls: readonly SavedCall[] }>(() => ({
  calls: readSavedCalls(readRemembered(KEY)),
}));

/** What is stored, without entries that another version or hand has damaged. */
export function readSavedCalls(stored: unknown): SavedCall[] {
  if (!Array.isArray(stored)) return [];
  return stored.flatMap((entry: unknown) => {
    const server = stringAt(entry, 'server');
    const tool = stringAt(entry, 'tool');
    const name = stringAt(entry, 'name');
    if (server === undefined || tool === undefined || name === undefined) return [];
    return isJsonObject(entry) && isJsonObject(entry.args) ? [{ server, tool, name, args: entry.args }] : [];
  });
}

/** `calls` with one more; a call of the same name gives place to it. */
export function withCall(calls: readonly SavedCall[], call: SavedCall): SavedCall[] {
  const at = calls.findIndex((other) => isSameCall(other, call));
  return at < 0 ? [...calls, call] : calls.with(at, call);
}

/** True if both have the same name for the same tool of the same server. */
export function isSameCall(first: SavedCall, second: SavedCall): boolean {
  return first.server === second.server && first.tool === second.tool && first.name === second.name;
}

export function saveCall(call: SavedCall): void {
  keep(withCall(useSavedCalls.getState().calls, call));
}

export function deleteCall(call: SavedCall): void {
  keep(useSavedCalls.getState().calls.filter((other) => !isSameCall(other, call)));
}

function keep(calls: readonly SavedCall[]): void {
  useSavedCalls.setState({ calls });
  remember(KEY, calls);
}

/** What the saved calls of a session's server are kept under. */
export function serverKey({ commandLine, server, label }: SessionInfo): string {
  return commandLine !== '' ? commandLine : (server?.name ?? label);
}
