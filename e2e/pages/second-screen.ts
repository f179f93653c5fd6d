import type { ElectronApplication, Page } from 'playwright/test';
import type { CommandAnswer, CommandInput, CommandName } from '../../app/contract/commands.ts';
import { electronOf } from './running-electron.ts';

/** Sends one command to the host as a second screen would. */
export async function sendCommand<Name extends CommandName>(
  page: Page,
  name: Name,
  input: CommandInput<Name>,
): Promise<CommandAnswer<Name>> {
  const electron = electronOf(page);
  const answer = electron === undefined ? byASocket(page, name, input) : byAPort(electron, name, input);
  return (await answer) as CommandAnswer<Name>;
}

/** From within the page, over its own connection. */
function byASocket(page: Page, name: string, input: unknown): Promise<unknown> {
  return page.evaluate(
    async ({ name, input }) => {
      const token = sessionStorage.getItem('tierscope.token') ?? '';
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

/** From the main process, where a frame of the app's page requests a port: the only window would lose its own. */
function byAPort(electron: ElectronApplication, name: string, input: unknown): Promise<unknown> {
  return electron.evaluate(
    ({ ipcMain }, { name, input }) =>
      new Promise<unknown>((resolve) => {
        const frame = {
          url: 'tierscope://app/',
          postMessage: (_channel: string, _message: unknown, [port]: Electron.MessagePortMain[]) => {
            port?.on('message', ({ data }) => {
              if (data.i !== 'only') return;
              port.close();
              resolve(data.r);
            });
            port?.start();
            port?.postMessage({ t: 'q', i: 'only', m: name, a: [input] });
          },
        };
        ipcMain.emit('tierscope:port', { sender: { mainFrame: frame }, senderFrame: frame });
      }),
    { name, input },
  );
}
