import { stringAt } from '../../app/base/json-value.ts';
import type { Ask } from '../../app/contract/ask.ts';
import type { SessionInfo } from '../../app/contract/session-info.ts';
import {
  type AskDraft,
  askShape,
  type JsonDraft,
  resultDraft,
  withResult,
} from '../state/server-requests/ask-draft.ts';
import { UrlView } from '../ui/url/url-view.tsx';
import styles from './asks.module.css';
import { ErrorForm } from './error-form.tsx';
import { JsonBox } from './json-box.tsx';
import { RootsAnswer } from './roots-answer.tsx';
import { SamplingForm } from './sampling-form.tsx';
import { ValuesForm } from './values-form.tsx';

type Props = {
  readonly info: SessionInfo;
  readonly ask: Ask;
  readonly draft: AskDraft;
  readonly onChange: (draft: AskDraft) => void;
};

/** The answer in the chosen way. */
export function WayBody({ info, ask, draft, onChange }: Props) {
  const shape = askShape(ask);
  switch (draft.way) {
    case 'error':
      return <ErrorForm draft={draft.error} onChange={(error) => onChange({ ...draft, error })} />;
    case 'result':
      return (
        <JsonBox
          label="Whole result (JSON)"
          draft={resultDraft(shape, draft)}
          onChange={(result) => onChange(withResult(shape, draft, result))}
        />
      );
    case 'json':
    case 'form':
      return (
        <ByHand
          info={info}
          ask={ask}
          as={draft.way}
          draft={draft.hand}
          onChange={(hand) => onChange({ ...draft, hand })}
        />
      );
  }
}

type HandProps = {
  readonly info: SessionInfo;
  readonly ask: Ask;
  readonly as: 'form' | 'json';
  readonly draft: JsonDraft;
  readonly onChange: (draft: JsonDraft) => void;
};

function ByHand({ info, ask, as, draft, onChange }: HandProps) {
  switch (askShape(ask)) {
    case 'values':
      return <ValuesForm ask={ask} draft={draft} as={as} onChange={onChange} />;
    case 'message':
      return <SamplingForm params={ask.params} draft={draft} onChange={onChange} />;
    case 'roots':
      return <RootsAnswer draft={draft} folder={info.cwd} onChange={onChange} />;
    case 'visit':
      return (
        <>
          <UrlView url={stringAt(ask.params, 'url') ?? ''} />
          <p className={styles.note}>
            Accepting says that the user agreed to the visit. The server tells by itself when it is done.
          </p>
        </>
      );
    case 'nothing':
      return <p className={styles.note}>The answer to a ping is an empty result.</p>;
  }
}
