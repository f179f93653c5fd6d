import { useState } from 'react';
import type { Result } from '../../../app/base/result.ts';
import type { RecordingFacts, RecordingFile } from '../../../app/contract/recording-commands.ts';
import { ERROR_TIERS } from '../../../app/frame/tier.ts';
import { useScreen } from '../../state/screen/screen-store.ts';
import { Form } from '../../ui/controls/fields.tsx';
import { searchTest } from '../../ui/format/drawn-text.tsx';
import { byteSize, counted, formatDuration, formatMoment } from '../../ui/format/quantity-text.ts';
import { Button, kit, TierMark } from '../../ui/kit.tsx';
import line from './file-line.module.css';
import styles from './recordings-dialog.module.css';

type RecordingRowProps = {
  readonly file: RecordingFile;
  /** Undefined until the file was read. */
  readonly facts: Result<RecordingFacts> | undefined;
  readonly chosen: boolean;
  readonly choose: () => void;
  readonly open: () => void;
  readonly rename: (to: string) => void;
  readonly remove: () => void;
  readonly keep: (keep: boolean) => void;
};

export function RecordingRow(props: RecordingRowProps) {
  const { file, facts, chosen, choose, open, remove } = props;
  const [renaming, setRenaming] = useState(false);
  const title = recordingTitle(file.name);
  const isOpen = useScreen(({ sessions }) => sessions.some((info) => info.file === file.path));
  /** A file that a tab shows keeps its name and place. */
  const changing = (act: string) => ({
    'aria-label': `${act} ${title}`,
    disabled: isOpen,
    title: isOpen ? 'It is open in a tab: close that first.' : undefined,
  });
  return (
    <>
      <input type="checkbox" aria-label={`Choose ${title}`} checked={chosen} onChange={choose} />
      {renaming ? (
        <NameForm
          title={title}
          done={(to) => {
            setRenaming(false);
            if (to !== undefined && to !== title) props.rename(to);
          }}
        />
      ) : (
        <Button look="bare" className={`${kit.stack} ${line.open}`} title={file.path} onClick={open}>
          <b className={kit.truncate}>{title}</b>
          <small className={kit.truncate}>
            {facts?.ok === true && facts.value.server !== '' ? facts.value.server : ' '}
          </small>
        </Button>
      )}
      <span
        className={`${kit.note} ${kit.wrap} ${kit.number} ${styles.figures}`}
        title={facts?.ok === false ? facts.error : undefined}
      >
        {facts === undefined ? 'reading…' : facts.ok ? <Figures {...facts.value} /> : 'cannot be read'}
      </span>
      <span className={`${kit.stack} ${kit.note} ${line.when} ${styles.when}`}>
        <time dateTime={file.modifiedAt}>{formatMoment(file.modifiedAt)}</time>
        <span>
          {facts?.ok === true ? `${formatDuration(facts.value.lengthMs)} · ` : ''}
          {byteSize(file.sizeBytes)}
        </span>
      </span>
      <span className={`${kit.row} ${kit.gap1}`} style={{ visibility: renaming ? 'hidden' : 'visible' }}>
        <Button
          look="quiet"
          aria-pressed={file.kept}
          aria-label={`${file.kept ? 'Pinned' : 'Pin'}: ${title}`}
          title="While it is pinned, the limit does not count it and never removes it."
          onClick={() => props.keep(!file.kept)}
        >
          {file.kept ? 'Pinned' : 'Pin'}
        </Button>
        <Button look="quiet" {...changing('Rename')} onClick={() => setRenaming(true)}>
          Rename
        </Button>
        <Button look="quiet" {...changing('Delete')} onClick={remove}>
          Delete
        </Button>
      </span>
    </>
  );
}

function Figures({ counts, problems }: RecordingFacts) {
  return (
    <>
      <span>{counted(counts.frames, 'frame')}</span>
      {ERROR_TIERS.filter((tier) => counts[tier] > 0).map((tier) => (
        <span
          key={tier}
          className={`${kit.inline} ${kit.tier} ${kit.strong}`}
          data-tier={tier}
          title={`${tier} errors`}
        >
          <TierMark tier={tier} named size={11} />
          {counts[tier].toLocaleString('en')}
        </span>
      ))}
      {problems === 0 ? null : <span title="Lines that cannot be read">damaged</span>}
    </>
  );
}

type NameFormProps = { readonly title: string; readonly done: (to?: string) => void };

function NameForm({ title, done }: NameFormProps) {
  const [name, setName] = useState(title);
  return (
    <Form className={kit.row} onSubmit={() => done(name.trim() || undefined)}>
      <input
        className={kit.grow}
        ref={(element) => element?.focus()}
        aria-label="New name"
        spellCheck={false}
        autoComplete="off"
        maxLength={120}
        value={name}
        onChange={(event) => setName(event.target.value)}
        onKeyDown={(event) => {
          if (event.key !== 'Escape') return;
          event.stopPropagation();
          done(undefined);
        }}
      />
      <Button type="submit">Rename</Button>
      <Button onClick={() => done()}>Cancel</Button>
    </Form>
  );
}

/** The recordings that contain every term of the text in their name, label, server or date. */
export function searchRecordings(
  files: readonly RecordingFile[],
  factsOf: (name: string) => RecordingFacts | undefined,
  text: string,
): RecordingFile[] {
  const fits = searchTest(text);
  return files.filter((file) => {
    const facts = factsOf(file.name);
    const details = facts === undefined ? '' : `${facts.label} ${facts.server} ${facts.startedAt}`;
    return fits(`${file.name} ${details}`);
  });
}

/** The title in a recording's file name, without date and extension. */
export function recordingTitle(name: string): string {
  return name.replace(/\.tierscope\.jsonl$/, '').replace(/^\d{8}-\d{6}-/, '');
}
