import { claudeCodeDebugGrammar } from './grammars/claude-code.ts';
import { claudeDesktopGrammar } from './grammars/claude-desktop.ts';
import { codexGrammar, copilotGrammar, geminiGrammar } from './grammars/command-lines.ts';
import { cursorGrammar } from './grammars/cursor.ts';
import { continueGrammar, extensionHostGrammar, windsurfGrammar, zedGrammar } from './grammars/editors.ts';
import {
  agentgatewayGrammar,
  gooseGrammar,
  librechatGrammar,
  lmStudioGrammar,
  mcpRemoteGrammar,
  opencodeGrammar,
} from './grammars/programs.ts';
import { vscodeGrammar } from './grammars/vscode.ts';
import { hostLog } from './host-log-format.ts';

/** Host logs in text lines, those with the surest signs first. */
export const HOST_LOGS = {
  'claude-code-debug': hostLog(claudeCodeDebugGrammar),
  'claude-desktop-log': hostLog(claudeDesktopGrammar),
  'vscode-log': hostLog(vscodeGrammar),
  'cursor-log': hostLog(cursorGrammar),
  'extension-log': hostLog(extensionHostGrammar),
  'windsurf-log': hostLog(windsurfGrammar),
  'codex-log': hostLog(codexGrammar),
  'zed-log': hostLog(zedGrammar),
  'librechat-log': hostLog(librechatGrammar),
  'opencode-log': hostLog(opencodeGrammar),
  'lm-studio-log': hostLog(lmStudioGrammar),
  'agentgateway-log': hostLog(agentgatewayGrammar),
  'copilot-log': hostLog(copilotGrammar),
  'goose-log': hostLog(gooseGrammar),
  'mcp-remote-log': hostLog(mcpRemoteGrammar),
  'continue-log': hostLog(continueGrammar),
  'gemini-log': hostLog(geminiGrammar),
} as const;
