import { beforeEach, describe, expect, it, vi } from 'vitest';
import { userEvent } from 'vitest/browser';
import { render } from 'vitest-browser-react';
import { err, ok } from '../../../app/base/result.ts';
import type { FoundSecret } from '../../../app/recording/export/found-secrets.ts';
import { useNotices } from '../../state/notices/notices-store.ts';
import { useScreen } from '../../state/screen/screen-store.ts';
import { frame, SCREEN_SERVICES, showSession } from '../../state/testing/shown-session.ts';
import { EMPTY_SESSION } from '../../state/testing/stub-host.ts';
import { ScreenServicesContext } from '../../ui/controls/screen-services.ts';
import { axeViolations } from '../../ui/testing/axe-violations.ts';
import { ExportDialog } from './export-dialog.tsx';

const RECORDS = [
  frame(1, 'sent', { id: 1, method: 'tools/list' }),
  frame(2, 'received', { id: 1, result: { tools: [] } }),
];
const SECRET: FoundSecret = {
  secret: 'sk-123456',
  shown: 'sk-1…',
  kind: 'API key',
  number: 1,
  places: 1,
  listed: [{ seq: 2, path: 'raw: result.key' }],
};
const FOUND = { secrets: [SECRET], total: 1, places: 1, records: 2 };

const previewExport = vi.fn();
const exportSession = vi.fn();

beforeEach(async () => {
  previewExport.mockReset().mockResolvedValue(ok(FOUND));
  exportSession.mockReset();
  await showSession(EMPTY_SESSION, { records: RECORDS, commands: { previewExport, exportSession } });
  useScreen.setState({ dialog: 'export' });
});

async function opened() {
  const screen = await render(
    <ScreenServicesContext value={SCREEN_SERVICES}>
      <ExportDialog />
    </ScreenServicesContext>,
  );
  return screen.getByRole('dialog', { name: 'Export' });
}

describe('the export', () => {
  it('is of the whole session with its secrets replaced, unless something else is chosen', async () => {
    const dialog = await opened();
    await expect.element(dialog.getByRole('radio', { name: /Whole session 2 rows/ })).toBeChecked();
    await expect.element(dialog.getByRole('radio', { name: /Selected exchange/ })).toBeDisabled();
    await expect.element(dialog.getByRole('checkbox', { name: /^Replace secrets/ })).toBeChecked();
    await expect.element(dialog.getByRole('status')).toHaveTextContent('One secret in one place.');
    await expect
      .element(dialog.getByRole('list', { name: 'Secrets that were found' }))
      .toHaveTextContent('sk-1…<redacted:1>API keyrow 2, raw: result.key');
    expect(await axeViolations(dialog.element())).toEqual([]);
  });

  it('keeps a secret whose tick is taken away, and replaces a text that is added', async () => {
    exportSession.mockResolvedValue(ok({ export: '', name: 'a', path: '/exports/a', sizeBytes: 2000 }));
    const dialog = await opened();
    await dialog.getByRole('checkbox', { name: 'sk-1…' }).click();
    await expect.element(dialog.getByText('stays')).toBeVisible();
    const added = dialog.getByRole('textbox', { name: 'Also replace' });
    await added.fill('Ada');
    await userEvent.keyboard('{Enter}');
    await expect.element(added).toHaveValue('');
    await expect.poll(() => previewExport.mock.lastCall?.[0]).toMatchObject({ add: ['Ada'] });
    await dialog.getByRole('button', { name: 'Save to the exports folder' }).click();
    await expect.poll(() => useScreen.getState().dialog).toBe(null);
    expect(exportSession).toHaveBeenCalledExactlyOnceWith(
      expect.objectContaining({
        session: 's1',
        keep: ['sk-123456'],
        add: ['Ada'],
        redact: true,
        keepFile: true,
        format: 'tierscope',
      }),
    );
    expect(useNotices.getState().notices.at(-1)?.text).toMatch(/^Saved \/exports\/a/);
  });

  it('warns as an alert if secrets are not replaced', async () => {
    const dialog = await opened();
    await dialog.getByRole('checkbox', { name: /^Replace secrets/ }).click();
    await expect.element(dialog.getByRole('alert')).toHaveTextContent(/secrets included/);
    await expect.element(dialog.getByRole('list', { name: /^Secrets/ })).not.toBeInTheDocument();
  });

  it('stays with the sentence of the host if it failed', async () => {
    exportSession.mockResolvedValue(err('The disk is full.'));
    const dialog = await opened();
    await dialog.getByRole('button', { name: 'Save to the exports folder' }).click();
    await expect.element(dialog.getByRole('alert')).toHaveTextContent('The disk is full.');
    await expect.element(dialog.getByRole('button', { name: 'Download' })).toBeEnabled();
  });

  it('says that it looks for secrets, that it found none, or why it could not look', async () => {
    previewExport.mockReturnValue(new Promise(() => undefined));
    const waiting = await opened();
    await expect.element(waiting.getByRole('status')).toHaveTextContent('Looking for secrets…');
    previewExport.mockResolvedValue(ok({ ...FOUND, secrets: [], total: 0, places: 0 }));
    await waiting.getByRole('textbox', { name: 'Also replace' }).fill('a');
    await userEvent.keyboard('{Enter}');
    await expect.element(waiting.getByRole('status')).toHaveTextContent('No secret was found.');
    previewExport.mockResolvedValue(err('The file is gone.'));
    await waiting.getByRole('textbox', { name: 'Also replace' }).fill('b');
    await userEvent.keyboard('{Enter}');
    await expect.element(waiting.getByRole('status')).toHaveTextContent('The file is gone.');
  });
});
