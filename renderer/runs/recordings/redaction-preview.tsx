import { useState } from 'react';
import type { Result } from '../../../app/base/result.ts';
import type {
  FoundSecret,
  FoundSecrets,
  SecretPlace,
} from '../../../app/recording/export/recording-content.ts';
import { host, settled, useLoaded } from '../../state/host/host.ts';
import { type LogPart, partRanges } from '../../state/selection/selection.ts';
import { CheckLine, Form } from '../../ui/controls/fields.tsx';
import { Button, kit } from '../../ui/kit.tsx';
import { ListView } from '../../ui/list/list-view.tsx';
import styles from './export-dialog.module.css';

/** Every secret found, each of which a click keeps, and a field for others. */
export function RedactionPreview({ redaction }: { readonly redaction: Redaction }) {
  const [text, setText] = useState('');
  const { found, choices } = redaction;
  const add = () => {
    if (text.trim() === '') return;
    redaction.add(text.trim());
    setText('');
  };
  return (
    <div className={kit.stack}>
      <p className={kit.note} role="status">
        {found === undefined ? 'Looking for secrets…' : found.ok ? summary(found.value) : found.error}
      </p>
      <ListView
        label="Secrets that were found"
        className={`${kit.well} ${kit.divided} ${kit.tall}`}
        items={found?.ok ? found.value.secrets : []}
        keyOf={({ secret }) => secret}
        row={({ secret }) => ({ className: styles.secret, 'data-kept': choices.keep.includes(secret) })}
      >
        {(secret) => (
          <Secret
            secret={secret}
            kept={choices.keep.includes(secret.secret)}
            toggle={() => redaction.toggle(secret.secret)}
          />
        )}
      </ListView>
      <Form className={kit.row} onSubmit={add}>
        <input
          className={kit.grow}
          aria-label="Also replace"
          placeholder="Also replace every occurrence of this text"
          spellCheck={false}
          autoComplete="off"
          value={text}
          onChange={(event) => setText(event.target.value)}
        />
        <Button type="submit" disabled={text.trim() === ''}>
          Add
        </Button>
      </Form>
    </div>
  );
}

type SecretProps = { readonly secret: FoundSecret; readonly kept: boolean; readonly toggle: () => void };

function Secret({ secret: { shown, number, kind, places, listed }, kept, toggle }: SecretProps) {
  const [open, setOpen] = useState(false);
  const [first] = listed;
  return (
    <>
      <CheckLine checked={!kept} onChange={toggle}>
        <code className={kit.truncate}>{shown}</code>
      </CheckLine>
      <span>{kept ? 'stays' : `<redacted:${number}>`}</span>
      <span className={kit.truncate}>{kind}</span>
      {places === 1 && first !== undefined ? (
        <span className={kit.truncate} title={placeText(first)}>
          {placeText(first)}
        </span>
      ) : (
        <Button look="link" aria-expanded={open} onClick={() => setOpen(!open)}>
          {places.toLocaleString('en')} places
        </Button>
      )}
      {open ? (
        <ol className={`${kit.mono} ${kit.low} ${styles.places}`}>
          {listed.map((place) => (
            <li key={`${place.seq} ${place.path}`}>{placeText(place)}</li>
          ))}
          {places > listed.length ? <li>and {(places - listed.length).toLocaleString('en')} more</li> : null}
        </ol>
      ) : null}
    </>
  );
}

function placeText({ seq, path }: SecretPlace): string {
  return `#${seq}, ${path}`;
}

function summary({ total, places, secrets }: FoundSecrets): string {
  if (total === 0) return 'No secret was found. Still, check the file before you share it.';
  const where = places === 1 ? 'one place' : `${places.toLocaleString('en')} places`;
  const found = total === 1 ? 'One secret' : `${total.toLocaleString('en')} secrets`;
  const listed =
    total > secrets.length ? ` The first ${secrets.length.toLocaleString('en')} are listed.` : '';
  return `${found} in ${where}.${listed} Equal secrets get equal numbers. Take the tick away to keep one.`;
}

type Redaction = {
  /** Undefined while the host searches for secrets. */
  readonly found: Result<FoundSecrets> | undefined;
  readonly choices: { readonly keep: string[]; readonly add: string[] };
  toggle(secret: string): void;
  add(text: string): void;
};

/** Searches for secrets in a part of a session, again whenever the part or the added texts change. */
export function useRedaction(
  session: string,
  part: LogPart,
  selected: number | null,
  rows: ReadonlySet<number>,
  wanted: boolean,
): Redaction {
  const [keep, setKeep] = useState<string[]>([]);
  const [added, setAdded] = useState<string[]>([]);
  const load = async () => {
    const ranges = await partRanges(session, part, selected, rows);
    const scope = { session, keep: [], add: added, ...(ranges === undefined ? {} : { ranges }) };
    return settled(host().previewExport(scope));
  };
  return {
    found: useLoaded(wanted ? JSON.stringify([session, part, selected, added]) : '', load, rows),
    choices: { keep, add: added },
    toggle: (secret) =>
      setKeep(keep.includes(secret) ? keep.filter((other) => other !== secret) : [...keep, secret]),
    add: (text) => setAdded(added.includes(text) ? added : [...added, text]),
  };
}
