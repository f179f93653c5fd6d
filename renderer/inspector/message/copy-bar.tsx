import { Menu } from '@base-ui/react/menu';
import { useState } from 'react';
import type { SessionInfo } from '../../../app/contract/session-info.ts';
import type { Inspected } from '../../state/inspected/inspected.ts';
import { notify } from '../../state/screen/screen-actions.ts';
import { useScreen } from '../../state/screen/screen-store.ts';
import { useServerVocabulary, useSessionContext } from '../../state/vocabulary/use-server-vocabulary.ts';
import { Button } from '../../ui/controls/button.tsx';
import { useCopyText } from '../../ui/controls/copy-text.ts';
import menu from '../../ui/controls/menu.module.css';
import { useSelectionFindings } from '../explain/use-selection-findings.ts';
import { modelPrompt } from '../model/model-prompt.ts';
import { useToolInfo } from '../use-tool-info.ts';
import { bugReport } from './bug-report.ts';
import styles from './copy-bar.module.css';
import { type CopySource, promptEvidence, reportedExchange, reproductionOf } from './copy-evidence.ts';
import { connectReproduction, vitestReproduction } from './reproduction.ts';

type Props = { readonly inspected: Inspected; readonly info: SessionInfo };

/** One way to copy the selection; the text is made when it is copied, as a frame may hold 5 MB. */
type Copy = { readonly label: string; readonly note: string; readonly text: () => string };

/** What can be copied of the selection, behind one button. */
export function CopyBar({ inspected, info }: Props) {
  const copies = useCopies({ inspected, info });
  // Inside the landmark, so that assistive technology finds the menu where the button is.
  const [landmark] = useState(() => document.querySelector<HTMLElement>('main'));
  if (copies.length === 0) return null;
  const copyText = useCopyText();
  const copy = async (label: string, text: string) => {
    if (await copyText(text)) notify({ level: 'info', text: `Copied: ${label.toLowerCase()}.` });
  };
  return (
    <div className={styles.bar}>
      <Menu.Root>
        <Menu.Trigger render={<Button size="small" />}>
          Copy <span aria-hidden="true">▾</span>
        </Menu.Trigger>
        <Menu.Portal container={landmark}>
          <Menu.Positioner side="top" align="start" sideOffset={5} className={menu.positioner}>
            <Menu.Popup className={`${menu.popup} ${styles.popup}`}>
              {copies.map(({ label, note, text }) => (
                <Menu.Item key={label} className={styles.item} onClick={() => void copy(label, text())}>
                  {label}
                  <span>{note}</span>
                </Menu.Item>
              ))}
            </Menu.Popup>
          </Menu.Positioner>
        </Menu.Portal>
      </Menu.Root>
    </div>
  );
}

function useCopies({ inspected, info }: Props): Copy[] {
  const version = useScreen((state) => state.hello?.version ?? '');
  const findings = useSelectionFindings(inspected);
  const vocabulary = useServerVocabulary(info);
  const known = useSessionContext(info);
  const { frame, request, record, session, settling } = inspected;
  const tool = useToolInfo(session, settling.target, request?.row.seq ?? 0);
  const source: CopySource = { inspected, info, findings, vocabulary, known, tool };
  const copies: Copy[] = [];
  if (frame !== undefined) copies.push({ label: 'Raw frame', note: 'as on the wire', text: () => frame.raw });
  if (record.type === 'stderr') copies.push({ label: 'Line', note: 'of stderr', text: () => record.text });
  if (request === undefined) return copies;
  copies.push({
    label: 'Bug report',
    note: 'the exchange as Markdown',
    text: () => bugReport(reportedExchange(source, `Tierscope ${version}`.trim())),
  });
  const again = reproductionOf(source);
  if (again !== undefined) {
    copies.push(
      {
        label: 'Command line',
        note: 'tierscope connect, and the request',
        text: () => connectReproduction(again),
      },
      { label: 'Vitest test', note: 'asserts the right tier', text: () => vitestReproduction(again) },
    );
  }
  copies.push({
    label: 'Prompt for a model',
    note: 'with all the evidence',
    text: () => modelPrompt(promptEvidence(source)),
  });
  return copies;
}
