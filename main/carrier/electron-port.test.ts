import { EventEmitter } from 'node:events';
import type { MessagePortMain } from 'electron';
import { expect, test, vi } from 'vitest';
import { electronPort } from './electron-port.ts';

function standInPort() {
  const port = Object.assign(new EventEmitter(), { postMessage: vi.fn(), start: vi.fn(), close: vi.fn() });
  return { port, carrier: electronPort(port as unknown as MessagePortMain) };
}

test('a port carries messages as they are, in both directions', () => {
  const { port, carrier } = standInPort();
  const heard: unknown[] = [];
  carrier.listen(
    (message) => heard.push(message),
    () => undefined,
  );
  port.emit('message', { data: { t: 'q' }, ports: [] });
  carrier.post({ t: 's' });
  expect(heard).toEqual([{ t: 'q' }]);
  expect(port.postMessage).toHaveBeenCalledWith({ t: 's' });
  expect(port.start).toHaveBeenCalledOnce();
});

test('nothing is posted to a port that the page closed', () => {
  const { port, carrier } = standInPort();
  const ended = vi.fn();
  carrier.listen(() => undefined, ended);
  port.emit('close');
  carrier.post({ t: 's' });
  expect(ended).toHaveBeenCalledOnce();
  expect(port.postMessage).not.toHaveBeenCalled();
});

test('a screen that breaks the protocol loses its port', () => {
  const { port, carrier } = standInPort();
  carrier.refuse('nonsense');
  expect(port.close).toHaveBeenCalledOnce();
});
