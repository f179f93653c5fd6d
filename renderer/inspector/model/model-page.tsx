import { useState } from 'react';
import { assertNever } from '../../../app/base/assert-never.ts';
import type { Inspected } from '../../state/inspected/inspected.ts';
import { settlingEnvelope, settlingRow } from '../../state/inspected/settling-envelope.ts';
import { ContentBlocks } from '../../ui/content/content-blocks.tsx';
import { ScrollBox } from '../../ui/content/scroll-box.tsx';
import { Card } from '../../ui/controls/card.tsx';
import { JsonTree } from '../../ui/json-tree/json-tree.tsx';
import { LongText } from '../../ui/json-tree/long-text.tsx';
import styles from '../explain/explain.module.css';
import page from './model-page.module.css';
import { type Forwarding, type ModelView, modelView } from './model-view.ts';

const HOSTS: readonly (readonly [Forwarding, string])[] = [
  ['content', 'a host that forwards content'],
  ['structuredContent', 'a host that forwards structuredContent'],
];

/** Exactly what the model gets for this exchange, or that it gets nothing. */
export function ModelPage({ inspected }: { readonly inspected: Inspected }) {
  const [forwarding, setForwarding] = useState<Forwarding>('content');
  const { row, record } = inspected;
  const envelope = settlingEnvelope(inspected);
  const isExchange =
    inspected.request !== undefined || envelope?.kind === 'result' || envelope?.kind === 'error';
  if (!isExchange && row.tier === 'ok') {
    const what = record.type === 'stderr' ? 'A line on stderr' : 'This';
    return <p className={styles.note}>{what} never reaches the model.</p>;
  }
  const result = envelope?.kind === 'result' ? envelope.result : undefined;
  const broken = (envelope?.kind === 'result' || envelope?.kind === 'error') && envelope.faults.length > 0;
  const view = modelView(settlingRow(inspected), result, forwarding, broken);
  const choice = view.kind === 'blocks' || view.kind === 'json';
  return (
    <div className={styles.page}>
      {choice && (
        <fieldset className={page.hosts}>
          <legend>What the model reads from</legend>
          {HOSTS.map(([value, label]) => (
            <label key={value}>
              <input
                type="radio"
                name="forwarding"
                checked={forwarding === value}
                onChange={() => setForwarding(value)}
              />
              {label}
            </label>
          ))}
        </fieldset>
      )}
      <View view={view} />
    </div>
  );
}

function View({ view }: { readonly view: ModelView }) {
  switch (view.kind) {
    case 'blocks':
      return (
        <>
          {view.note !== '' && <p className={styles.note}>{view.note}</p>}
          {view.blocks.length > 0 ? (
            <ContentBlocks blocks={view.blocks} />
          ) : (
            <p className={page.nothing}>
              No content. The model learns that the call ended, and nothing else.
            </p>
          )}
        </>
      );
    case 'json':
      return (
        <>
          <Card title="The text that the model reads" aside="structuredContent as JSON">
            <ScrollBox className={page.text}>
              <LongText text={JSON.stringify(view.value)} firstChars={4000} />
            </ScrollBox>
          </Card>
          <Card title="The same as a tree">
            <JsonTree value={view.value} label="structuredContent" />
          </Card>
        </>
      );
    case 'nothing':
      return (
        <>
          <div className={page.nothing}>
            <strong>Nothing.</strong>
            <p>{view.why}</p>
          </div>
          <Card title="What hosts tell the user instead">
            <p>{view.hostSays}</p>
          </Card>
        </>
      );
    case 'not-for-the-model':
      return <p className={page.nothing}>{view.text}</p>;
    default:
      return assertNever(view);
  }
}
