const URL = /^\s*(?:--url[= ])?['"]?((?:https?|wss?|sse):\/\/[^\s'"]+)['"]?\s*$/i;

/** The address if that is all the text is; empty for a command. */
export function remoteUrl(commandLine: string): string {
  return URL.exec(commandLine)?.[1] ?? '';
}

/** The command of a local server that passes everything on to a remote one (npm, mcp-remote). */
export function bridgeCommand(url: string): string {
  return `npx -y mcp-remote ${url}`;
}
