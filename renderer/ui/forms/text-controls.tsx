import { type KeyboardEvent, useRef, useState } from 'react';
import { isDay, stringFormat } from '../../../app/base/schema/string-formats.ts';
import { StatusText } from '../controls/fields.tsx';
import { Button } from '../kit.tsx';
import styles from './form.module.css';
import { type ControlProps, enterFrom } from './form-context.ts';

type PickerKind = 'date' | 'date-time' | 'time';

type Props = ControlProps & { readonly kind: PickerKind };

/** A date, a time or both with a picker, or as text, which allows intentionally invalid values. */
export function PickerControl(props: Props) {
  const { path, field, kind } = props;
  const [asText, setAsText] = useState(false);
  const name = String(path.at(-1) ?? 'the value');
  const possible = isPickable(kind, field.value);
  const picks = possible && !asText;
  return (
    <span className={styles.pair}>
      {picks ? <Picker {...props} name={name} /> : <PlainText {...props} />}
      <Button
        aria-label={picks ? `Write ${name} as text` : `Use the picker for ${name}`}
        title={possible ? undefined : 'The picker cannot show this text'}
        disabled={field.disabled || !possible}
        onClick={() => setAsText(picks)}
      >
        {picks ? 'text' : 'picker'}
      </Button>
    </span>
  );
}

/** True if the picker shows the full value, or there is none. */
export function isPickable(kind: PickerKind, value: unknown): boolean {
  if (value === undefined || value === '') return true;
  if (typeof value !== 'string') return false;
  switch (kind) {
    case 'date':
      return isDay(value) && value >= '0001';
    case 'time':
      return readTime(value) !== undefined;
    case 'date-time':
      return readDateTime(value) !== undefined;
  }
}

function Picker({ id, describedBy, field, kind, name }: Props & { readonly name: string }) {
  if (kind !== 'date')
    return <ZonedPicker id={id} describedBy={describedBy} field={field} name={name} kind={kind} />;
  return (
    <input
      id={id}
      type="date"
      className={`${styles.control} ${styles.picker}`}
      aria-describedby={describedBy}
      disabled={field.disabled}
      value={typeof field.value === 'string' ? field.value : ''}
      onChange={(event) => (event.target.value === '' ? field.unset() : field.set(event.target.value))}
    />
  );
}

type ZonedPickerProps = Pick<ControlProps, 'id' | 'describedBy' | 'field'> & {
  readonly name: string;
  readonly kind: 'date-time' | 'time';
};

const UTC = 'Z';

function ZonedPicker({ id, describedBy, field, name, kind }: ZonedPickerProps) {
  const text = typeof field.value === 'string' ? field.value : '';
  const shown = kind === 'time' ? readTime(text) : readDateTime(text);
  /** Selected before there is a value: an offset, `Z`, or empty for this machine's. */
  const [chosenZone, setChosenZone] = useState('');
  const here = localOffset(shown?.local ?? '');
  const zone = shown?.zone ?? (chosenZone === '' ? here : chosenZone);
  const pick = (local: string) => {
    if (local === '') return field.unset();
    // This machine's offset may differ on another day.
    field.set(writeZoned({ local, zone: zone === here && zone !== UTC ? localOffset(local) : zone }));
  };
  const choose = (next: string) => {
    setChosenZone(next === here ? '' : next);
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

/** This machine's offset at a local time; for a time without a date, today's. */
function localOffset(local: string): string {
  const at = new Date(local);
  const day = Number.isNaN(at.getTime()) ? new Date() : at;
  return offsetText(-day.getTimezoneOffset());
}

type ZonedText = {
  /** `2026-01-31T09:30:00` or `09:30:00`, with up to three decimals of a second. */
  readonly local: string;
  /** `Z` or an offset such as `+02:00`. */
  readonly zone: string;
};

const TIME = String.raw`([01]\d|2[0-3]):[0-5]\d:[0-5]\d(?:\.\d{1,3})?`;
const ZONE = String.raw`([Zz]|[+-](?:[01]\d|2[0-3]):[0-5]\d)`;
const DATE_TIME = new RegExp(`^(\\d{4}-\\d\\d-\\d\\d)[Tt ](${TIME})${ZONE}$`);
const FULL_TIME = new RegExp(`^(${TIME})${ZONE}$`);

/** Parses a date-time; undefined if a picker cannot show it. */
export function readDateTime(text: string): ZonedText | undefined {
  const [, day = '', time = '', , zone = ''] = DATE_TIME.exec(text) ?? [];
  return isDay(day) && day >= '0001' ? { local: `${day}T${time}`, zone: zone.toUpperCase() } : undefined;
}

/** Parses a time with its offset; undefined if a picker cannot show it. */
export function readTime(text: string): ZonedText | undefined {
  const [, local = '', , zone = ''] = FULL_TIME.exec(text) ?? [];
  return local === '' ? undefined : { local, zone: zone.toUpperCase() };
}

/** The RFC 3339 text; a picker omits zero seconds. */
export function writeZoned({ local, zone }: ZonedText): string {
  return `${/:\d\d:\d\d/.test(local) ? local : `${local}:00`}${zone}`;
}

/** The shortest form, which a picker returns too. */
export function pickerText({ local }: ZonedText): string {
  return local.replace(/^(.*\d\d:\d\d):00(?:\.0+)?$/, '$1').replace(/(\.\d*?)0+$/, '$1');
}

/** An RFC 3339 offset from minutes east of UTC. */
export function offsetText(minutesEast: number): string {
  const size = Math.abs(minutesEast);
  const two = (part: number) => String(part).padStart(2, '0');
  return `${minutesEast < 0 ? '-' : '+'}${two(Math.floor(size / 60))}:${two(size % 60)}`;
}

/** A larger file would slow down every key press in the form: use the raw editor for it. */
const MAX_BYTES = 2_000_000;

/** A base64 text, typed or read from a file. */
export function BytesControl(props: ControlProps) {
  const { path, field } = props;
  const name = String(path.at(-1) ?? 'the value');
  const chooser = useRef<HTMLInputElement>(null);
  const [note, setNote] = useState('');
  const take = async (file: File | undefined) => {
    if (file === undefined) return;
    if (file.size > MAX_BYTES) {
      setNote(`${file.name} has ${file.size.toLocaleString('en')} bytes; a form takes up to 2,000,000.`);
      return;
    }
    field.set(base64Of(new Uint8Array(await file.arrayBuffer())));
    setNote(`${file.name}, ${file.size.toLocaleString('en')} bytes`);
  };
  return (
    <>
      <span className={styles.pair}>
        <PlainText {...props} />
        <Button
          aria-label={`Read ${name} from a file…`}
          disabled={field.disabled}
          onClick={() => chooser.current?.click()}
        >
          file…
        </Button>
        <input
          ref={chooser}
          type="file"
          hidden
          aria-label={`File for ${name}`}
          onChange={(event) => {
            void take(event.target.files?.[0]);
            // The same file can be selected again once it has changed.
            event.target.value = '';
          }}
        />
      </span>
      <StatusText text={note} className={styles.about} />
    </>
  );
}

/** Bytes as base64 (RFC 4648, section 4). */
export function base64Of(bytes: Uint8Array): string {
  let text = '';
  // A call accepts only this many arguments.
  for (let at = 0; at < bytes.length; at += 8192)
    text += String.fromCharCode(...bytes.subarray(at, at + 8192));
  return btoa(text);
}

/** A longer example would make the empty box grow. */
const LONGEST_EXAMPLE = 10;

/** A string as written: one line that grows with its text. */
export function PlainText({ id, describedBy, part, field }: ControlProps) {
  const format = part.kind === 'text' ? part.format : '';
  const example = stringFormat(format)?.example;
  const brief = example !== undefined && example.length <= LONGEST_EXAMPLE;
  const unset = brief ? `not set · ${example}` : 'not set';
  return (
    <textarea
      id={id}
      rows={1}
      className={styles.control}
      spellCheck={false}
      aria-describedby={describedBy}
      disabled={field.disabled}
      inputMode={inputMode(format)}
      placeholder={field.value === undefined ? unset : 'empty text'}
      value={typeof field.value === 'string' ? field.value : ''}
      onKeyDown={submitOnEnter}
      onChange={(event) => field.set(event.target.value)}
    />
  );
}

function inputMode(format: string): 'email' | 'url' | 'text' {
  if (format === 'email' || format === 'idn-email') return 'email';
  return format === 'uri' || format === 'iri' ? 'url' : 'text';
}

/** Enter moves on, as in any single-line field; Shift+Enter starts a second line, and from then on Enter does too. */
function submitOnEnter(event: KeyboardEvent<HTMLTextAreaElement>): void {
  const { key, shiftKey, ctrlKey, metaKey, currentTarget, nativeEvent } = event;
  if (key !== 'Enter' || shiftKey || ctrlKey || metaKey || nativeEvent.isComposing) return;
  if (currentTarget.value.includes('\n')) return;
  event.preventDefault();
  enterFrom(currentTarget);
}
