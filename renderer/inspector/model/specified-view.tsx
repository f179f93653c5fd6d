import type { ReactNode } from 'react';
import { jsonStart } from '../../../app/base/json-start.ts';
import type { SentAnswer } from '../../../app/host-lens/sent-answer.ts';
import { readBlocks } from '../../ui/content/content-block.ts';
import { ContentBlocks } from '../../ui/content/content-blocks.tsx';
import { ScrollBox } from '../../ui/content/scroll-box.tsx';
import { Card } from '../../ui/controls/card.tsx';
import { LongText } from '../../ui/json-tree/long-text.tsx';
import styles from '../explain/explain.module.css';
import page from './model-page.module.css';

/** What the specification says of each kind of answer (MCP 2025-11-25 and 2026-07-28, server/tools, "Error Handling"). */
const ASKS: { readonly [Kind in SentAnswer['kind']]: string } = {
  'protocol-error':
    'Clients MAY give a protocol error to the model: whether this one arrived, only the host knows.',
  'tool-error':
    'Clients SHOULD give a tool error to the model, so that it can correct itself. Which parts arrive, and in which form, depends on the host.',
  success: 'A result is meant for the model. Which parts arrive, and in which form, depends on the host.',
};

type Props = {
  readonly answer: SentAnswer;
  readonly children: ReactNode;
};

/** The parts of an answer that a host may or should pass on; marked as what the specification asks. */
export function SpecifiedView({ answer, children }: Props) {
  return (
    <>
      <Card title="What the specification asks" aside="no host says more">
        <p>{ASKS[answer.kind]}</p>
        <p className={styles.note}>{children}</p>
      </Card>
      {answer.kind === 'protocol-error' ? <ErrorParts error={answer} /> : <ResultParts {...answer} />}
    </>
  );
}

function ErrorParts({ error }: { readonly error: Extract<SentAnswer, { kind: 'protocol-error' }> }) {
  const { codeText, message, data } = error;
  return (
    <Card title="What a host may pass on">
      <dl className={page.parts}>
        <dt>code</dt>
        <dd>{codeText === '' ? 'none' : codeText}</dd>
        <dt>message</dt>
        <dd>
          <LongText text={message} firstChars={1000} />
        </dd>
        <dt>data</dt>
        <dd>
          <LongText text={data === undefined ? 'none' : shownJson(data)} firstChars={1000} />
        </dd>
      </dl>
    </Card>
  );
}

type Result = Pick<Exclude<SentAnswer, { kind: 'protocol-error' }>, 'result'>;

function ResultParts({ result }: Result) {
  const blocks = readBlocks(result.content);
  const { structuredContent } = result;
  return (
    <>
      <Card title="content" aside={blocks.length === 0 ? 'empty' : 'what a host should pass on'}>
        {blocks.length > 0 ? (
          <ContentBlocks blocks={blocks} />
        ) : (
          <p>No block: a host that passes on content has nothing to say but that the call ended.</p>
        )}
      </Card>
      {structuredContent !== undefined && (
        <Card title="structuredContent" aside="some hosts pass on this instead, some both, some neither">
          <ScrollBox className={page.text}>
            <LongText text={shownJson(structuredContent)} firstChars={4000} />
          </ScrollBox>
        </Card>
      )}
    </>
  );
}

/** The Message page has all of what is longer. */
function shownJson(value: unknown): string {
  const { text, isWhole } = jsonStart(value, MAX_JSON);
  return isWhole ? text : `${text}… (the Message page has all of it)`;
}

const MAX_JSON = 200_000;
