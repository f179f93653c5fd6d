import { expect, it } from 'vitest';
import { render } from 'vitest-browser-react';
import { findingsIn } from '../../../app/findings/testing/session-script.ts';
import { HttpScript } from '../../../app/session/testing/http-script.ts';
import { selectRow, useScreen } from '../../state/screen/screen-store.ts';
import { LIVE_SESSION, SCREEN_SERVICES, showSession } from '../../state/testing/shown-session.ts';
import { ScreenServicesContext } from '../../ui/controls/screen-services.ts';
import { axeViolations } from '../../ui/testing/axe-violations.ts';
import { Inspector } from '../inspector.tsx';

/** The inspector on the last record of a script. */
async function explained(script: HttpScript) {
  const { records } = script;
  await showSession(LIVE_SESSION, { records, findings: findingsIn(records) });
  useScreen.setState({ inspectorTab: 'explain' });
  selectRow('s1', script.lastSeq);
  return render(
    <ScreenServicesContext value={{ ...SCREEN_SERVICES, selectRow }}>
      <main>
        <Inspector />
      </main>
    </ScreenServicesContext>,
  );
}

const script = () => new HttpScript().handshake();
const page = { status: 404, body: '<!DOCTYPE html><html></html>', headers: { 'Content-Type': 'text/html' } };

it('says why an exchange without a request failed, and who must act', async () => {
  const screen = await explained(script().get(page));
  await expect.element(screen.getByText('GET must be an event stream or 405, and is 404.')).toBeVisible();
  await expect.element(screen.getByRole('region', { name: /404 · http · GET \/mcp/ })).toBeVisible();
  await expect.element(screen.getByText(/Author of the server/)).toBeVisible();
  expect(await axeViolations(screen.container)).toEqual([]);
});

it.each([
  [
    'no listening stream',
    script().get({ status: 405 }),
    'The server offers no listening stream, which is allowed.',
  ],
  ['the end of the session', script().delete(), 'The client ended the session.'],
  [
    'a stream that goes on',
    script().get({ sse: ': on\n\n' }, { 'Last-Event-ID': 'e1' }),
    'The client asked for the rest of a stream that had ended. Answers that came here are right.',
  ],
])('says what an exchange was for: %s', async (_name, given, says) => {
  const screen = await explained(given);
  await expect.element(screen.getByText(says)).toBeVisible();
});
