import type { Page } from 'playwright/test';
import type { CommandInput, CommandName, CommandOutputs } from '../../app/contract/commands.ts';

/** Sends one command to the host as a second screen would, from within the page. */
export async function sendCommand<Name extends CommandName>(
  page: Page,
  name: Name,
  input: CommandInput<Name>,
): Promise<CommandOutputs[Name]> {
  return page.evaluate(
    async ({ name, input }) => {
      const token = new URLSearchParams(location.hash.slice(1)).get('token') ?? '';
      const socket = new WebSocket(`ws://${location.host}/ws`, ['tierscope.v1', `token.${token}`]);
      const answer = await new Promise<string>((resolve, reject) => {
        socket.onopen = () => socket.send(JSON.stringify({ t: 'q', i: 'only', m: name, a: [input] }));
        socket.onerror = () => reject(new Error('the host refused a second screen'));
        socket.onmessage = (event) => {
          const message = String(event.data);
          if (JSON.parse(message).i === 'only') resolve(message);
        };
      });
      socket.close();
      return JSON.parse(answer).r;
    },
    { name, input },
  );
}
