import { claudeCode } from './claude-code.ts';
import { claudeDesktop } from './claude-desktop.ts';
import { cline } from './cline.ts';
import { cursor } from './cursor.ts';
import { gooseHost, type YamlTool } from './goose.ts';
import type { Host } from './host.ts';
import { vscode } from './vscode.ts';
import { windsurf } from './windsurf.ts';
import { zed } from './zed.ts';

/** Every host whose files are read, in display order. */
export function allHosts(yaml: YamlTool): readonly Host[] {
  return [claudeDesktop, claudeCode, cursor, vscode, windsurf, cline, zed, gooseHost(yaml)];
}
