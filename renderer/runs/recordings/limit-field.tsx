import { useState } from 'react';
import type { RecordingLimit } from '../../../app/contract/recording-commands.ts';
import { byteSize } from '../../ui/content/byte-size.ts';
import { Button } from '../../ui/controls/button.tsx';
import styles from './recordings-dialog.module.css';

const MEGABYTE = 1_000_000;

type LimitFieldProps = { readonly limit: RecordingLimit; readonly set: (limitBytes: number) => void };

/** How much room the recordings may take together, and how much they take. */
export function LimitField({ limit, set }: LimitFieldProps) {
  const [draft, setDraft] = useState<string | null>(null);
  const value = draft ?? String(Math.round(limit.limitBytes / MEGABYTE));
  const megabytes = Number(value);
  const sound = Number.isInteger(megabytes) && megabytes >= 1;
  return (
    <form
      className={styles.limit}
      onSubmit={(event) => {
        event.preventDefault();
        if (!sound) return;
        set(megabytes * MEGABYTE);
        setDraft(null);
      }}
    >
      <label title="When the recordings that are not kept take more, the oldest are removed, and a notice says which.">
        {byteSize(limit.usedBytes)} not kept, of at most
        <input
          type="number"
          aria-label="Limit in MB"
          min={1}
          value={value}
          aria-invalid={!sound}
          onChange={(event) => setDraft(event.target.value)}
        />
        MB
      </label>
      {draft === null ? null : (
        <Button type="submit" disabled={!sound}>
          Set the limit
        </Button>
      )}
    </form>
  );
}
