import { useState } from 'react';
import { offsetText, pickerText, readDateTime, readTime, writeZoned } from './date-time-text.ts';
import styles from './form.module.css';
import type { ControlProps } from './form-context.ts';

type Props = Pick<ControlProps, 'id' | 'describedBy' | 'field'> & {
  readonly name: string;
  readonly kind: 'date-time' | 'time';
};

const UTC = 'Z';

/** A picker for a date-time or a time of RFC 3339, with the zone that it is meant in. */
export function ZonedPicker({ id, describedBy, field, name, kind }: Props) {
  const text = typeof field.value === 'string' ? field.value : '';
  const shown = kind === 'time' ? readTime(text) : readDateTime(text);
  /** Chosen before there is anything to write it into: an offset, `Z`, or empty for that of this machine. */
  const [wished, setWished] = useState('');
  const here = localOffset(shown?.local ?? '');
  const zone = shown?.zone ?? (wished === '' ? here : wished);
  const pick = (local: string) => {
    if (local === '') return field.unset();
    // The offset of this machine may be another one on another day.
    field.set(writeZoned({ local, zone: zone === here && zone !== UTC ? localOffset(local) : zone }));
  };
  const choose = (next: string) => {
    setWished(next === here ? '' : next);
    if (shown !== undefined) field.set(writeZoned({ local: shown.local, zone: next }));
  };
  return (
    <span className={styles.zoned}>
      <input
        id={id}
        type={kind === 'time' ? 'time' : 'datetime-local'}
        step={shown?.local.includes('.') === true ? 0.001 : 1}
        className={`${styles.control} ${styles.picker} ${kind === 'time' ? '' : styles.wide}`}
        aria-describedby={describedBy}
        disabled={field.disabled}
        value={shown === undefined ? '' : pickerText(shown)}
        onChange={(event) => pick(event.target.value)}
      />
      <select
        aria-label={`Time zone of ${name}`}
        className={`${styles.control} ${styles.zone}`}
        disabled={field.disabled}
        value={zone}
        onChange={(event) => choose(event.target.value)}
      >
        <option value={UTC}>Z (UTC)</option>
        <option value={here}>{here} (here)</option>
        {zone !== UTC && zone !== here && <option value={zone}>{zone}</option>}
      </select>
    </span>
  );
}

/** The offset of this machine at a local time; of a time without a day, that of today. */
function localOffset(local: string): string {
  const at = new Date(local);
  const day = Number.isNaN(at.getTime()) ? new Date() : at;
  return offsetText(-day.getTimezoneOffset());
}
