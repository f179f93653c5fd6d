import { beforeEach, describe, expect, it, vi } from 'vitest';
import { userEvent } from 'vitest/browser';
import { render } from 'vitest-browser-react';
import { heldComparison } from '../../../app/analysis/compare/held-comparison.ts';
import { err, ok } from '../../../app/base/result.ts';
import type { CommandInput, Commands } from '../../../app/contract/commands.ts';
import type { SessionInfo } from '../../../app/contract/session-info.ts';
import type { KnownRecord } from '../../../app/frame/record.ts';
import {
  compareWithOriginal,
  openCompare,
  rememberedNoise,
  useCompare,
} from '../../state/runs/compare-store.ts';
import { useScreen } from '../../state/screen/screen-store.ts';
import { frame, SCREEN_SERVICES, showSession } from '../../state/testing/shown-session.ts';
import { EMPTY_SESSION } from '../../state/testing/stub-host.ts';
import { ScreenServicesContext } from '../../ui/controls/screen-services.ts';
import { axeViolations } from '../../ui/testing/axe-violations.ts';
import { openedDialog } from '../../ui/testing/opened-dialog.ts';
import { CompareDialog } from './compare-dialog.tsx';

const BEFORE: SessionInfo = { ...EMPTY_SESSION, label: 'first run' };
const AFTER: SessionInfo = { ...EMPTY_SESSION, session: 's2', label: 'second run' };

/** Calls of tools, each with its result. */
function run(...calls: (readonly [tool: string, text: string, isError?: boolean])[]): KnownRecord[] {
  return calls.flatMap(([name, text, isError = false], index) => [
    frame(index * 2 + 1, 'sent', { id: index + 1, method: 'tools/call', params: { name, arguments: {} } }),
    frame(index * 2 + 2, 'received', {
      id: index + 1,
      result: { content: [{ type: 'text', text }], ...(isError ? { isError } : {}) },
    }),
  ]);
}

const RUNS: Readonly<Record<string, KnownRecord[]>> = {
  s1: run(
    ['read', 'one'],
    ['write', 'written at once'],
    ['stamp', '0b6f9f3e-0000-4000-8000-000000000001'],
    ['build', 'build-17'],
    ['old', 'gone'],
  ),
  s2: run(
    ['read', 'no such note', true],
    ['write', 'written later'],
    ['stamp', '0b6f9f3e-0000-4000-8000-000000000002'],
    ['build', 'build-18'],
    ['new', 'come'],
  ),
};

/** A host that compares these runs as the app does. */
function comparingHost() {
  let held = heldComparison();
  const compare = (noise: CommandInput<'openComparison'>['noise']) => held.compare(noise);
  return {
    openComparison: vi.fn<Commands['openComparison']>(async ({ left, right, noise }) => {
      held = heldComparison();
      held.take('left', RUNS[left.session] ?? []);
      held.take('right', RUNS[right.session] ?? []);
      held.close({ from: left.from ?? 0, to: left.to }, { from: right.from ?? 0, to: right.to });
      const summary = compare(noise);
      return summary.ok ? ok({ comparison: 'c1', summary: summary.value }) : summary;
    }),
    setComparisonNoise: vi.fn<Commands['setComparisonNoise']>(async ({ noise }) => compare(noise)),
    readComparison: vi.fn<Commands['readComparison']>(async ({ classes, from, limit }) =>
      held.page(classes, from, limit),
    ),
    readComparedRow: vi.fn<Commands['readComparedRow']>(async ({ number }) => held.detail(number)),
    closeComparison: vi.fn<Commands['closeComparison']>(async () => ok(null)),
    listRecordings: vi.fn<Commands['listRecordings']>(async () => ok([])),
  };
}

beforeEach(() => {
  localStorage.clear();
  useCompare.setState({ ...useCompare.getInitialState(), noise: { off: [], own: [] } });
});

async function opened(commands: Partial<Commands> = {}) {
  const host = comparingHost();
  await showSession(BEFORE, { records: RUNS.s1 ?? [], commands: { ...host, ...commands } });
  useScreen.setState({ sessions: [BEFORE, AFTER], dialog: 'compare' });
  const screen = await render(
    <ScreenServicesContext value={SCREEN_SERVICES}>
      <CompareDialog />
    </ScreenServicesContext>,
  );
  const dialog = await openedDialog(screen, 'Compare two runs');
  const side = (name: 'Before' | 'After') => dialog.getByRole('group', { name });
  const rows = dialog.getByRole('list', { name: 'Compared exchanges' });
  const row = (name: RegExp) => rows.getByRole('button', { name, expanded: false });
  return { host, dialog, side, rows, row };
}

/** The dialog with both runs compared. */
async function compared(commands: Partial<Commands> = {}) {
  const parts = await opened(commands);
  await parts.side('Before').getByRole('combobox').selectOptions('s1');
  await parts.side('After').getByRole('combobox').selectOptions('s2');
  return parts;
}

describe('the two sides', () => {
  it('are chosen among the open sessions, and compared as soon as there are two', async () => {
    const { host, dialog, side, rows } = await opened();
    await expect.element(dialog.getByText(/^Choose two sessions/)).toBeVisible();
    await expect.element(dialog.getByRole('button', { name: 'Compare', exact: true })).toBeDisabled();
    await side('Before').getByRole('combobox').selectOptions('s1');
    await side('After').getByRole('combobox').selectOptions('s2');
    await expect.element(rows).toBeVisible();
    expect(host.openComparison).toHaveBeenCalledExactlyOnceWith({
      left: { session: 's1' },
      right: { session: 's2' },
      noise: { off: [], own: [] },
    });
    await expect.element(dialog.getByText(/^Choose two sessions/)).not.toBeInTheDocument();
  });

  it('can be recordings, which are opened for it', async () => {
    const file = { path: '/rec/old.jsonl', name: 'old.jsonl', sizeBytes: 1, modifiedAt: '', kept: false };
    const openRecording = vi.fn<Commands['openRecording']>(async () => ok({ sessions: ['s2'] }));
    const { dialog, side } = await opened({ listRecordings: async () => ok([file]), openRecording });
    await expect.element(side('Before').getByRole('option', { name: 'old.jsonl' })).toBeInTheDocument();
    await side('Before').getByRole('combobox').selectOptions('old.jsonl');
    await expect.element(side('Before').getByRole('combobox')).toHaveValue('s2');
    expect(openRecording).toHaveBeenCalledExactlyOnceWith({ path: '/rec/old.jsonl' });
    expect(await axeViolations(dialog.element())).toEqual([]);
  });

  it('are swapped', async () => {
    const { dialog, side } = await compared();
    await dialog.getByRole('button', { name: 'Swap the sides' }).click();
    await expect.element(side('Before').getByRole('combobox')).toHaveValue('s2');
    await expect.element(side('After').getByRole('combobox')).toHaveValue('s1');
    await expect.element(dialog.getByRole('status')).toHaveTextContent(/No tier got worse\.$/);
  });

  it('can be parts, from one row to another', async () => {
    const { host, dialog, side } = await compared();
    const from = side('After').getByRole('textbox', { name: 'from row' });
    await from.fill('third');
    await expect.element(from).toHaveAttribute('aria-invalid', 'true');
    await userEvent.keyboard('{Enter}');
    expect(host.openComparison).toHaveBeenCalledTimes(1);
    await from.fill('3');
    await userEvent.keyboard('{Enter}');
    await expect.element(dialog.getByRole('status')).toHaveTextContent(/^5 exchanges before, 4 after\./);
    await from.fill('');
    await userEvent.keyboard('{Tab}');
    await expect.element(dialog.getByRole('status')).toHaveTextContent(/^5 exchanges before, 5 after\./);
  });

  it('are a re-run and its original, until both sessions are compared whole', async () => {
    const { host, dialog, side } = await opened();
    compareWithOriginal('s1', 's2');
    await expect.element(dialog.getByText(/^Only the re-run requests are compared\./)).toBeVisible();
    expect(host.openComparison).toHaveBeenCalledWith(expect.objectContaining({ sentTo: 's2' }));
    await expect.element(side('Before').getByRole('textbox', { name: 'to row' })).toBeDisabled();
    await expect.element(dialog.getByRole('button', { name: 'Swap the sides' })).toBeDisabled();
    await dialog.getByRole('button', { name: 'Compare both sessions whole' }).click();
    await expect.element(dialog.getByRole('button', { name: 'Swap the sides' })).toBeEnabled();
    expect(host.openComparison).toHaveBeenLastCalledWith(expect.not.objectContaining({ sentTo: 's2' }));
  });

  it('say while they are read, and why they cannot be', async () => {
    const openComparison = vi.fn<Commands['openComparison']>();
    openComparison.mockReturnValueOnce(new Promise(() => undefined));
    openComparison.mockResolvedValue(err('The recording is gone.'));
    const { dialog } = await compared({ openComparison });
    await expect.element(dialog.getByText('Reading both sides…')).toBeVisible();
    await expect.element(dialog.getByRole('button', { name: 'Compare', exact: true })).toBeDisabled();
    await dialog.getByRole('button', { name: 'Swap the sides' }).click();
    await expect.element(dialog.getByRole('alert')).toHaveTextContent(/^The recording is gone\./);
    await dialog.getByRole('button', { name: 'Compare again' }).click();
    expect(openComparison).toHaveBeenCalledTimes(3);
  });

  it('are no longer listed once one of them was closed', async () => {
    const { dialog } = await compared();
    await expect.element(dialog.getByRole('status')).toBeVisible();
    useScreen.setState({ sessions: [BEFORE] });
    await expect.element(dialog.getByText('One of the sessions was closed.')).toBeVisible();
  });
});

describe('the rows', () => {
  it('begin with what got worse, and leave out what is the same', async () => {
    const { dialog, rows } = await compared();
    await expect
      .element(dialog.getByRole('status'))
      .toHaveTextContent('5 exchanges before, 5 after. 1 got worse.');
    await expect.element(rows.getByRole('listitem').first()).toHaveTextContent(/^worse.*read.*tool error/);
    await expect.element(rows.getByRole('listitem').nth(1)).toHaveTextContent(/^changed.*write.*result$/);
    await expect.element(rows).toHaveTextContent(/only before.*old.*not made.*only after.*new/);
    await expect.element(rows).not.toHaveTextContent('stamp');
    expect(await axeViolations(dialog.element())).toEqual([]);
  });

  it('are listed by their classes', async () => {
    const { dialog, rows, row } = await compared();
    const shown = dialog.getByRole('group', { name: 'What is listed' });
    await shown.getByRole('button', { name: '1 the same' }).click();
    await expect.element(row(/stamp/)).toBeVisible();
    const worse = shown.getByRole('button', { name: '1 worse' });
    await worse.click();
    await expect.element(worse).toHaveAttribute('aria-pressed', 'false');
    await expect.element(rows).not.toHaveTextContent('read');
  });

  it('say that nothing changed', async () => {
    const { dialog, side } = await compared();
    await side('After').getByRole('combobox').selectOptions('s1');
    await expect.element(dialog.getByRole('status')).toHaveTextContent(/Nothing changed\.$/);
    await expect
      .element(dialog.getByText(/^Nothing of this kind: both runs are the same here/))
      .toBeVisible();
  });

  it('come in pages', async () => {
    const host = comparingHost();
    const { dialog, rows } = await compared({
      ...host,
      readComparison: (input) => host.readComparison({ ...input, limit: 3 }),
    });
    const more = dialog.getByRole('button', { name: 'Show more: 3 of 5 are listed' });
    await more.click();
    await expect.element(more).not.toBeInTheDocument();
    expect(rows.getByRole('listitem').elements()).toHaveLength(5);
  });

  it('are gone through by the arrow keys, and opened by Enter', async () => {
    const { dialog, row } = await compared();
    await row(/read/).click();
    await userEvent.keyboard('{Enter}{ArrowDown}');
    await expect.element(row(/write/)).toHaveFocus();
    await userEvent.keyboard('{End}');
    await expect.element(row(/new/)).toHaveFocus();
    await userEvent.keyboard('{Home}{Enter}');
    await expect.element(dialog.getByRole('region', { name: 'Before' })).toBeVisible();
  });

  it('show both sides in full, what differs, and lead to the log', async () => {
    const { dialog, row } = await compared();
    await row(/write/).click();
    await expect
      .element(dialog.getByRole('region', { name: 'Request' }))
      .toHaveTextContent(/^Request the same/);
    const answer = dialog.getByRole('region', { name: 'Answer' });
    await expect.element(answer.getByRole('deletion').first()).toHaveTextContent('at once');
    await expect.element(answer.getByRole('insertion').first()).toHaveTextContent('later');
    expect(await axeViolations(dialog.element())).toEqual([]);
    await dialog
      .getByRole('region', { name: 'Before' })
      .getByRole('button', { name: 'Go to the answer, #4' })
      .click();
    expect(useScreen.getState()).toMatchObject({
      dialog: null,
      active: 's1',
      views: { s1: { selected: 4 } },
    });
  });

  it('say which run did not make the request', async () => {
    const { dialog, row } = await compared();
    await row(/old/).click();
    const after = dialog.getByRole('region', { name: 'After' });
    await expect.element(after).toHaveTextContent('This run did not make the request.');
    await expect
      .element(dialog.getByRole('region', { name: 'Before' }))
      .not.toHaveTextContent('did not make');
  });

  it('say why one cannot be shown in full', async () => {
    const { dialog, row } = await compared({ readComparedRow: async () => err('It is too late.') });
    await row(/read/).click();
    await expect.element(dialog.getByRole('alert')).toHaveTextContent('It is too late.');
  });
});

describe('the rules for noise', () => {
  /** The comparison with its rules unfolded. */
  async function ruled(commands: Partial<Commands> = {}) {
    const parts = await compared(commands);
    await parts.dialog.getByText(/^Ignored differences/).click();
    const form = parts.dialog.getByRole('form', { name: 'A rule of your own' });
    const add = async (pattern: string) => {
      await form.getByRole('textbox', { name: 'Pattern' }).fill(pattern);
      await form.getByRole('button', { name: 'Add' }).click();
    };
    return { ...parts, form, add };
  }

  it('set differences aside, and can be turned off', async () => {
    const { dialog, row } = await ruled();
    await expect.element(row(/write/)).toBeVisible();
    const uuids = dialog.getByRole('checkbox', { name: /^uuids/ });
    await expect.element(uuids).toBeChecked();
    await uuids.click();
    await expect.element(row(/stamp/)).toHaveTextContent(/^changed/);
    await expect.element(dialog.getByText(/^Ignored differences: 9 of 10 rules/)).toBeVisible();
    expect(await axeViolations(dialog.element())).toEqual([]);
  });

  it('are joined by expressions of the user, which can be off, removed, and are kept', async () => {
    const { dialog, rows, row, add } = await ruled();
    await expect.element(row(/build/)).toBeVisible();
    await add('build-\\d+');
    await expect.element(rows).not.toHaveTextContent('build');
    await expect.element(dialog.getByText(/and 1 of your own$/)).toBeVisible();
    expect(rememberedNoise().own).toEqual([{ kind: 'regex', pattern: 'build-\\d+', on: true }]);
    const rule = dialog.getByRole('checkbox', { name: 'expression build-\\d+' });
    await rule.click();
    await expect.element(row(/build/)).toBeVisible();
    await rule.click();
    await expect.element(rows).not.toHaveTextContent('build');
    await dialog.getByRole('button', { name: 'Remove the rule build-\\d+' }).click();
    await expect.element(row(/build/)).toBeVisible();
    await expect.element(rule).not.toBeInTheDocument();
  });

  it('are joined by paths of the user', async () => {
    const { dialog, rows, row, form, add } = await ruled();
    await expect.element(row(/build/)).toBeVisible();
    await form.getByRole('combobox', { name: 'Kind of rule' }).selectOptions('path in the JSON');
    await add('content[*].text');
    await expect.element(rows).not.toHaveTextContent('build');
    await expect.element(dialog.getByRole('checkbox', { name: 'path content[*].text' })).toBeChecked();
  });

  it.each([
    ['(', /^This is not a regular expression/],
    ['x*', /matches nothing at all/],
    ['', 'The pattern is empty.'],
  ])('refuse %j and say why', async (pattern, fault) => {
    const { form, add } = await ruled();
    await add(pattern);
    const field = form.getByRole('textbox', { name: 'Pattern' });
    await expect.element(form.getByRole('alert')).toHaveTextContent(fault);
    await expect.element(field).toHaveAttribute('aria-invalid', 'true');
    await field.fill('y');
    await expect.element(form.getByRole('alert')).not.toBeInTheDocument();
  });

  it('say that one took too long, and read both sides again for the next', async () => {
    const setComparisonNoise = async () => err('The rule takes too long.');
    const { host, dialog, add } = await ruled({ setComparisonNoise });
    await expect.element(dialog.getByRole('status')).toBeVisible();
    await add('(a+)+b');
    await expect.element(dialog.getByRole('alert')).toHaveTextContent(/^The rule takes too long\./);
    await dialog.getByRole('button', { name: /^Remove the rule/ }).click();
    await expect.element(dialog.getByRole('alert')).not.toBeInTheDocument();
    expect(host.openComparison).toHaveBeenCalledTimes(2);
  });
});

describe('what is proposed', () => {
  const FORMER = {
    ...{ path: '/r/former', name: 'former', sizeBytes: 1, label: 'notes' },
    startedAt: '2026-11-20T09:00:00.000Z',
    place: 1,
  };
  const STRANGER: SessionInfo = { ...AFTER, commandLine: 'other', server: { name: 'other', version: '1' } };
  const OWN: SessionInfo = { ...BEFORE, commandLine: 'notes', server: { name: 'notes', version: '1' } };

  it('is the run before this one, and not whatever else is open', async () => {
    const openRecording = vi.fn<Commands['openRecording']>(async () => ok({ sessions: ['s3', 's2'] }));
    const earlierRecordings = async () => ok([FORMER]);
    const { host, dialog } = await opened({ earlierRecordings, openRecording });
    useScreen.setState({ sessions: [OWN, STRANGER], active: 's1' });
    await openCompare();
    expect(host.openComparison).not.toHaveBeenCalled();
    await dialog.getByRole('button', { name: 'Compare with it' }).click();
    await expect
      .poll(() => host.openComparison.mock.calls[0]?.[0])
      .toMatchObject({ left: { session: 's2' }, right: { session: 's1' } });
    expect(openRecording).toHaveBeenCalledWith({ path: '/r/former' });
  });

  it('is a run of the same server that is open, the earlier tab before the later one', async () => {
    const { host } = await opened();
    const twin = { ...STRANGER, server: OWN.server };
    useScreen.setState({ sessions: [OWN, twin], active: 's1' });
    await openCompare();
    expect(host.openComparison.mock.calls[0]?.[0]).toMatchObject({
      left: { session: 's1' },
      right: { session: 's2' },
    });
  });
});
