import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { expect, onTestFinished, test } from 'vitest';

const MODEL = fileURLToPath(new URL('./scripted-model.js', import.meta.url));

test('calls the survey’s first tool by the name that the host gave it, in each API', async () => {
  const model = spawn(process.execPath, [MODEL, '0'], { stdio: ['ignore', 'pipe', 'inherit'] });
  onTestFinished(() => void model.kill());
  const [line] = await once(model.stdout, 'data');
  const ask = async (path: string, body: object) => {
    const response = await fetch(`${line}`.trim() + path, { method: 'POST', body: JSON.stringify(body) });
    return response.text();
  };
  const tool = { name: 'mcp__lab__survey_start' };
  const asked = await Promise.all([
    ask('/v1/messages', { tools: [tool], messages: [] }),
    ask('/v1/responses', { stream: true, tools: [{ type: 'namespace', name: 'lab', tools: [tool] }] }),
    ask('/v1/chat/completions', { tools: [{ function: tool }], messages: [] }),
    ask('/v1beta/models/m:streamGenerateContent', { tools: [{ functionDeclarations: [tool] }] }),
  ]);
  for (const answer of asked) expect(answer).toContain('"name":"mcp__lab__survey_start"');
  expect(asked[1]).toContain('event: response.completed');
  expect(asked[3]).toContain('functionCall');
});
