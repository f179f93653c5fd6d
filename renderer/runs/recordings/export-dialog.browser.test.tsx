import { beforeEach, describe, expect, it, vi } from 'vitest';
import { userEvent } from 'vitest/browser';
import { render } from 'vitest-browser-react';
import { err, ok } from '../../../app/base/result.ts';
import type { FoundSecret } from '../../../app/recording/export/recording-content.ts';
import { useFilter } from '../../state/log/filter-store.ts';
import { useFrontView } from '../../state/log/front-view.ts';
import { selectRow, useNotices, useScreen } from '../../state/screen/screen-store.ts';
import { clearSelection, useSelection } from '../../state/selection/selection.ts';
import { frame, SCREEN_SERVICES, showSession } from '../../state/testing/shown-session.ts';
import { EMPTY_SESSION } from '../../state/testing/stub-host.ts';
import { ScreenServicesContext } from '../../ui/controls/screen-services.ts';
import { axeViolations } from '../../ui/testing/axe-violations.ts';
import { inWindow } from '../../ui/testing/in-window.ts';
import { openedDialog } from '../../ui/testing/opened-dialog.ts';
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
const readExport = vi.fn();

beforeEach(async () => {
  previewExport.mockReset().mockResolvedValue(ok(FOUND));
  exportSession.mockReset();
  readExport.mockReset();
  clearSelection();
  const commands = { previewExport, exportSession, readExport };
  await showSession(EMPTY_SESSION, { records: RECORDS, commands });
  useScreen.setState({ dialog: 'export' });
});

async function opened(asTests = false) {
  const screen = await render(
    <ScreenServicesContext value={SCREEN_SERVICES}>
      <ExportDialog asTests={asTests} />
    </ScreenServicesContext>,
  );
  return openedDialog(screen, asTests ? 'Copy as tests' : 'Export');
}

describe('copying as tests', () => {
  const written = vi.fn();

  beforeEach(() => {
    written.mockReset().mockResolvedValue(undefined);
    vi.spyOn(navigator.clipboard, 'writeText').mockImplementation(written);
    exportSession.mockImplementation(async ({ format, redact }) =>
      ok({ export: `${format} ${redact}`, name: 'a.test.ts', path: '', sizeBytes: 10 }),
    );
    readExport.mockImplementation(async ({ export: key }) =>
      ok({ base64: btoa(`tests: ${key}`), next: null }),
    );
  });

  it('shows the file before it is copied, as vitest tests or as a suite', async () => {
    const dialog = await opened(true);
    const file = dialog.getByRole('region', { name: 'The file' });
    await expect.element(file).toHaveTextContent('tests: vitest true');
    expect(written).not.toHaveBeenCalled();
    await dialog.getByRole('combobox', { name: 'Format' }).selectOptions('Suite file');
    await expect.element(file).toHaveTextContent('tests: suite true');
    expect(await axeViolations(dialog.element())).toEqual([]);
    await dialog.getByRole('button', { name: 'Copy' }).click();
    await expect.poll(() => written.mock.calls).toEqual([['tests: suite true']]);
    await expect.poll(() => useScreen.getState().dialog).toBe(null);
  });

  it('scrolls in a low window, with the file below what is above it', async () => {
    const lines = Array.from({ length: 60 }, (_, at) => `// line ${at}`).join('\n');
    readExport.mockResolvedValue(ok({ base64: btoa(lines), next: null }));
    await inWindow(1024, 450, async () => {
      const dialog = await opened(true);
      const file = dialog.getByRole('region', { name: 'The file' });
      await expect.element(file).toHaveTextContent('line 59');
      const add = dialog.getByRole('button', { name: 'Add' }).element().getBoundingClientRect();
      expect(file.element().getBoundingClientRect().top).toBeGreaterThanOrEqual(add.bottom);
    });
  });

  it('writes the file again if secrets stay, and says why it cannot', async () => {
    const dialog = await opened(true);
    const file = dialog.getByRole('region', { name: 'The file' });
    await expect.element(file).toHaveTextContent('tests: vitest true');
    await dialog.getByRole('checkbox', { name: /^Replace secrets/ }).click();
    await expect.element(file).toHaveTextContent('tests: vitest false');
    exportSession.mockResolvedValue(err('The disk is full.'));
    await dialog.getByRole('checkbox', { name: /^Replace secrets/ }).click();
    await expect.element(dialog.getByText('The disk is full.')).toBeVisible();
    await expect.element(dialog.getByRole('button', { name: 'Copy' })).toBeDisabled();
  });

  it('can be saved as a file', async () => {
    const dialog = await opened(true);
    await dialog.getByRole('button', { name: 'Save to the exports folder' }).click();
    await expect
      .poll(() => exportSession.mock.lastCall?.[0])
      .toMatchObject({ format: 'vitest', keepFile: true });
  });
});

describe('the export', () => {
  it('is of the whole session with its secrets replaced, unless something else is chosen', async () => {
    const dialog = await opened();
    await expect.element(dialog.getByRole('radio', { name: /Whole session 2 rows up to #2/ })).toBeChecked();
    await expect.element(dialog.getByRole('radio', { name: /Selected exchange/ })).toBeDisabled();
    await expect.element(dialog.getByRole('checkbox', { name: /^Replace secrets/ })).toBeChecked();
    await expect.element(dialog.getByRole('status')).toHaveTextContent('One secret in one place.');
    await expect
      .element(dialog.getByRole('list', { name: 'Secrets that were found' }))
      .toHaveTextContent('sk-1…<redacted:1>API key#2, raw: result.key');
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

const SAVED = ok({ export: '', name: 'a', path: '/exports/a', sizeBytes: 2000 });

describe('the part that is exported', () => {
  beforeEach(() => exportSession.mockResolvedValue(SAVED));

  it.each([
    ['the selected exchange', /^Selected exchange #2/, [[2, 2]], () => selectRow('s1', 2)],
    [
      'what the filter shows',
      /^What the filter shows 1 row$/,
      [[1, 1]],
      async () => {
        useFilter.setState({ text: 'kind:request' });
        await expect.poll(() => useFrontView.getState().passing).toBe(1);
      },
    ],
  ])('is %s if that is chosen, for the search for secrets too', async (_what, name, ranges, prepare) => {
    await prepare();
    const dialog = await opened();
    await dialog.getByRole('radio', { name }).click();
    await expect.poll(() => previewExport.mock.lastCall?.[0]).toMatchObject({ session: 's1', ranges });
    await dialog.getByRole('button', { name: 'Save to the exports folder' }).click();
    await expect.poll(() => exportSession.mock.calls.length).toBe(1);
    expect(exportSession).toHaveBeenCalledWith(expect.objectContaining({ session: 's1', ranges }));
  });

  it('is the selected rows without a choice, in the format that is chosen', async () => {
    useSelection.setState({ rows: new Map([['s1', new Set([2, 1])]]), anchor: null });
    const dialog = await opened();
    await expect.element(dialog.getByRole('radio', { name: /^Selected rows 2 rows/ })).toBeChecked();
    await dialog.getByRole('combobox', { name: 'Format' }).selectOptions('HAR');
    await expect.element(dialog.getByText(/^Only requests with their answers are in it/)).toBeVisible();
    await dialog.getByRole('button', { name: 'Save to the exports folder' }).click();
    await expect.poll(() => exportSession.mock.calls.length).toBe(1);
    expect(exportSession).toHaveBeenCalledWith(expect.objectContaining({ ranges: [[1, 2]], format: 'har' }));
  });

  it('is a file for each session whose rows are selected, in turn, in the same format', async () => {
    const other = { ...EMPTY_SESSION, session: 's2', label: 'weather' };
    useScreen.setState({ sessions: [EMPTY_SESSION, other], merged: true });
    const rows = new Map([
      ['s1', new Set([1])],
      ['s2', new Set([7])],
    ]);
    useSelection.setState({ rows, anchor: null });
    const dialog = await opened();
    const from = dialog.getByRole('combobox', { name: 'From' });
    await expect.element(from).toHaveValue('s1');
    await dialog.getByRole('combobox', { name: 'Format' }).selectOptions('HAR');
    await dialog.getByRole('button', { name: 'Save to the exports folder' }).click();
    await expect.element(from).toHaveValue('s2');
    await dialog.getByRole('button', { name: 'Save to the exports folder' }).click();
    await expect.poll(() => useScreen.getState().dialog).toBe(null);
    const exported = exportSession.mock.calls.map(([{ session, ranges, format }]) => [
      session,
      ranges,
      format,
    ]);
    expect(exported).toEqual([
      ['s1', [[1, 1]], 'har'],
      ['s2', [[7, 7]], 'har'],
    ]);
  });
});

describe('a download', () => {
  const made = ok({ export: 'e1', name: 'notes.jsonl', path: '', sizeBytes: 6 });
  const clicked = vi.fn();

  beforeEach(() => {
    clicked.mockReset();
    exportSession.mockResolvedValue(made);
    vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
      clicked(this.download, this.href);
    });
  });

  it('joins the pieces of the host to one file', async () => {
    readExport.mockImplementation(async ({ offset }) =>
      ok(offset === 0 ? { base64: btoa('one'), next: 3 } : { base64: btoa('two'), next: null }),
    );
    const dialog = await opened();
    await dialog.getByRole('button', { name: 'Download' }).click();
    await expect.poll(() => clicked.mock.calls).toEqual([['notes.jsonl', expect.stringMatching(/^blob:/)]]);
    const file = await fetch(clicked.mock.lastCall?.[1]);
    expect(await file.text()).toBe('onetwo');
    await expect.poll(() => useScreen.getState().dialog).toBe(null);
    expect(useNotices.getState().notices.at(-1)?.text).toMatch(/^Exported notes\.jsonl/);
  });

  it('says so if a piece cannot be read, and gives no file', async () => {
    readExport.mockResolvedValue(err('The export is gone.'));
    const dialog = await opened();
    await dialog.getByRole('button', { name: 'Download' }).click();
    await expect.element(dialog.getByRole('alert')).toHaveTextContent('The export is gone.');
    await expect.element(dialog.getByRole('button', { name: 'Download' })).toBeEnabled();
    expect(clicked).not.toHaveBeenCalled();
  });
});
