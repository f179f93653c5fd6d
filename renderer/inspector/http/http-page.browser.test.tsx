import { expect, it } from 'vitest';
import { render } from 'vitest-browser-react';
import type { KnownRecord } from '../../../app/frame/record.ts';
import { answer, HttpScript } from '../../../app/session/testing/http-script.ts';
import { selectRow, useScreen } from '../../state/screen/screen-store.ts';
import { LIVE_SESSION, SCREEN_SERVICES, showSession } from '../../state/testing/shown-session.ts';
import { ScreenServicesContext } from '../../ui/controls/screen-services.ts';
import { axeViolations } from '../../ui/testing/axe-violations.ts';
import { Inspector } from '../inspector.tsx';

/** The page on the answer to call 7, whose response has this connection. */
async function shown(script: HttpScript, connection: object) {
  const { records } = script;
  const at = records.findIndex((one) => one.type === 'frame' && one.raw?.includes('"id":7') === true);
  const head = records.find((one, index) => index > at && one.type === 'http' && one.event === 'response');
  const changed = records.map((one) => (one === head ? ({ ...one, connection } as KnownRecord) : one));
  await showSession({ ...LIVE_SESSION, commandLine: 'http://127.0.0.1:4000/mcp' }, { records: changed });
  useScreen.setState({ inspectorTab: 'http' });
  const last = changed.findLast((one) => one.type === 'frame' && one.direction === 'server-to-client');
  selectRow('s1', last?.seq ?? 0);
  return render(
    <ScreenServicesContext value={{ ...SCREEN_SERVICES, selectRow }}>
      <main>
        <Inspector />
      </main>
    </ScreenServicesContext>,
  );
}

const PRIMED = 'id: a-1\nretry: 50\ndata:\n\n: keep-alive\n\n';
const sse = `${PRIMED}id: a-2\ndata: ${JSON.stringify(answer(7))}\n\n`;
const script = () => new HttpScript().handshake().call(7, { sse, openMs: 5000 });

it('has the times of the connection, and the events of the stream with their fields, comments and gaps', async () => {
  const screen = await shown(script(), { nameMs: 2, connectMs: 3, tlsMs: 14 });
  const timing = screen.getByRole('region', { name: 'Timing' });
  await expect
    .element(timing)
    .toHaveTextContent(/Name2 ms.*Connect3 ms.*TLS14 ms.*First byte.*Longest gap5\.\d+ s/);
  const parts = screen.getByRole('list', { name: 'What the response carried' }).getByRole('listitem');
  await expect.element(parts.nth(0)).toHaveTextContent(/event.*id a-1, retry 50 ms/);
  await expect.element(parts.nth(1)).toHaveTextContent(/comment.*keep-alive/);
  await expect.element(parts.nth(2)).toHaveTextContent(/message.*id a-2/);
  await expect.element(parts.nth(3)).toHaveTextContent(/^nothing for 5\.\d+ s$/);
  expect(await axeViolations(screen.container)).toEqual([]);
});

it('says of a connection that stood already that it did', async () => {
  const screen = await shown(script(), { reused: true });
  const timing = screen.getByRole('region', { name: 'Timing' });
  await expect.element(timing).toHaveTextContent(/Connectionstood already/);
  await expect.element(timing).not.toHaveTextContent('TLS');
});
