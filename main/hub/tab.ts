import type { Result } from '../../app/base/result.ts';
import type { RowPage } from '../../app/contract/commands.ts';
import type { LogState, SessionInfo } from '../../app/contract/session-info.ts';
import type { Finding } from '../../app/findings/finding.ts';
import type { KnownRecord } from '../../app/frame/record.ts';
import type { RowTable } from '../../app/frame/row-table.ts';
import type { ExportSource } from '../recording/export-job.ts';
import type { LiveTab } from './live-tab.ts';
import type { OpenedTab } from './opened-tab.ts';
import type { OpeningTab } from './opening-tab.ts';
import type { TappedTab } from './tapped-tab.ts';

/** What every tab offers, whether its session lives or was read from a file. */
export type TabView = {
  readonly info: SessionInfo;
  readonly logState: LogState;
  readonly table: RowTable;
  rows(from: number, patchesFrom: number, limit: number): RowPage;
  records(first: number, last: number, limit: number): Promise<readonly KnownRecord[]>;
  /** Where its records lie, all of them on the disk by now. Fails with a sentence where they are not. */
  exportSource(): Promise<Result<ExportSource>>;
  findings(from: number, limit: number): readonly Finding[];
  /** Ends what belongs to the tab; resolves when nothing of it is left. */
  close(): Promise<void>;
};

export type Tab = LiveTab | OpenedTab | OpeningTab | TappedTab;
