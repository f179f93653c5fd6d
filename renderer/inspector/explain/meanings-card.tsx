import { useContext, useState } from 'react';
import { vocabularyOf } from '../../../app/codes/catalogue.ts';
import { spokenName } from '../../../app/codes/code-name.ts';
import { decidedMeaning, isOfOwner, lookupCode, type Meaning } from '../../../app/codes/lookup.ts';
import type { LookupContext } from '../../../app/codes/meaning-evidence.ts';
import type { SessionInfo } from '../../../app/contract/session-info.ts';
import { useServerVocabulary } from '../../state/session/use-server-vocabulary.ts';
import { counted } from '../../ui/format/quantity-text.ts';
import { Button, Card, kit } from '../../ui/kit.tsx';
import { InspectorSlotsContext } from '../inspector-slots.ts';

const SHOWN = 4;
const MAX_OF_FAMILY = 2;

type Props = { readonly code: string; readonly context: LookupContext; readonly info: SessionInfo };

/** What a code means here and elsewhere: the server's vocabulary first, with a way to all meanings. */
export function MeaningsCard({ code, context, info }: Props) {
  const { shown: speaks } = useServerVocabulary(info);
  const { LookupButton } = useContext(InspectorSlotsContext);
  const [open, setOpen] = useState(false);
  if (code === '') return null;
  const here = new Set(speaks.map(({ id }) => id));
  const meanings = lookupCode(code, context);
  const decided = clearMeaning(meanings);
  const differ = differing(meanings, here).slice(0, SHOWN);
  // The one that counts here stays in sight; without one, they stand for each other.
  const shown = open ? differ : differ.slice(0, 1);
  return (
    <Card title={`What ${code} means`} aside={aside(meanings, decided)}>
      {shown.length === 0 ? (
        <p>No vocabulary knows this code. Only the author of the server knows what it means.</p>
      ) : (
        <dl className={kit.entries}>
          {shown.map((meaning) => (
            <Row
              key={meaning.entry.id}
              meaning={meaning}
              decided={meaning === decided}
              here={here.has(meaning.entry.vocabulary)}
            />
          ))}
        </dl>
      )}
      <div className={`${kit.wrap} ${kit.remark}`}>
        {differ.length > 1 && (
          <Button look="link" aria-expanded={open} onClick={() => setOpen(!open)}>
            {open ? 'fewer meanings' : `${differ.length - 1} more of ${counted(meanings.length, 'meaning')}`}
          </Button>
        )}
        {LookupButton !== undefined && <LookupButton code={code} />}
      </div>
    </Card>
  );
}

type RowProps = { readonly meaning: Meaning; readonly decided: boolean; readonly here: boolean };

function Row({ meaning, decided, here }: RowProps) {
  const { entry, evidence, vocabularyName } = meaning;
  return (
    <div data-here={here} data-vocabulary={entry.vocabulary}>
      <dt className={decided || here ? kit.accent : undefined}>
        {vocabularyName}
        {here && (
          <span className={kit.badge} data-tone="accent">
            this server
          </span>
        )}
      </dt>
      <dd>
        <strong>{spokenName(entry.name)}.</strong> {entry.meaning}
        {entry.emittedBy === 'client-local' && ' Raised inside a client, never on the wire.'}
        {(decided || here) && entry.how !== '' && <p className={kit.above}>{entry.how}</p>}
        {decided && evidence.length > 0 && (
          <p className={`${kit.note} ${kit.above}`}>
            Chosen because {evidence.map((one) => one.text).join('; ')}.
          </p>
        )}
      </dd>
    </div>
  );
}

/** A lead below this is no decision between two names: neither message nor data spoke for one. */
const CLEAR_LEAD = 2;

function clearMeaning(meanings: readonly Meaning[]): Meaning | undefined {
  const decided = decidedMeaning(meanings);
  if (decided === undefined) return undefined;
  const name = spokenName(decided.entry.name);
  const rival = meanings.find(
    ({ entry, standing }) => standing === 'meaning' && spokenName(entry.name) !== name,
  );
  return rival === undefined || decided.score - rival.score >= CLEAR_LEAD ? decided : undefined;
}

function aside(meanings: readonly Meaning[], decided: Meaning | undefined): string {
  const many = new Set(
    meanings.filter((one) => one.standing === 'meaning').map((one) => one.entry.vocabulary),
  ).size;
  if (decided !== undefined || many < 2) return '';
  return `${many} vocabularies use this number; the message and the data must decide`;
}

/**
 * The best meaning of each vocabulary, those that the server speaks first unless the specification leads, and of each
 * other family at most two: sources that differ say more.
 */
function differing(meanings: readonly Meaning[], here: ReadonlySet<string>): Meaning[] {
  const seen = new Set<string>();
  const families = new Map<string, number>();
  const speaks = meanings.filter(
    ({ entry, standing }) => here.has(entry.vocabulary) && standing === 'meaning',
  );
  const leads = meanings.slice(0, 1).filter(isOfOwner);
  return [...leads, ...speaks, ...meanings].filter(({ entry }) => {
    const family = vocabularyOf(entry.vocabulary)?.family ?? 'own';
    const held = families.get(family) ?? 0;
    const own = here.has(entry.vocabulary);
    if (seen.has(entry.vocabulary) || (!own && held >= MAX_OF_FAMILY)) return false;
    seen.add(entry.vocabulary);
    families.set(family, held + 1);
    return true;
  });
}
