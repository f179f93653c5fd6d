import { type ReactNode, useState } from 'react';
import { visibleText } from '../../../app/base/hidden-characters.ts';
import type { ToolHint } from '../../../app/protocol/tool-hints.ts';
import { MarkdownPart } from '../../ui/content/markdown-part.tsx';
import { NAME_CHARS, shortened } from '../../ui/format/quantity-text.ts';
import { LongText } from '../../ui/json-tree/long-text.tsx';
import { Button, kit } from '../../ui/kit.tsx';
import styles from '../tools/call-form.module.css';
import { HintMarks } from './server-list.tsx';

type Props = {
  readonly name: string;
  readonly title: string | undefined;
  readonly description: string | undefined;
  readonly facts?: string;
  readonly hints?: readonly ToolHint[];
  readonly children?: ReactNode;
};

/** Read as Markdown at most; what follows is shown as it was written. */
const DESCRIPTION_CHARS = 8000;

/** What a server says of a tool, prompt or resource. */
export function ServerItemAbout({ name, title, description, facts = '', hints = [], children }: Props) {
  return (
    <>
      <h2 className={`${kit.mono} ${kit.strong} ${kit.anywhere}`}>
        <LongText text={name} firstChars={NAME_CHARS} />
      </h2>
      {title !== undefined && title !== name && (
        <p className={kit.anywhere}>
          <LongText text={title} firstChars={NAME_CHARS} />
        </p>
      )}
      {hints.length > 0 && (
        <p className={kit.above}>
          <HintMarks hints={hints} inWords />
        </p>
      )}
      {facts !== '' && <p className={kit.fact}>{shortened(facts, DESCRIPTION_CHARS)}</p>}
      {description !== undefined && description.trim() !== '' && <Description text={description} />}
      {children}
    </>
  );
}

/** A description of more characters or lines than these is folded at first. */
const FOLDED_FROM = { chars: 220, lines: 4 };

function Description({ text }: { readonly text: string }) {
  const [open, setOpen] = useState(false);
  const isLong = text.length > FOLDED_FROM.chars || text.trim().split('\n').length > FOLDED_FROM.lines;
  const first = visibleText(text.slice(0, DESCRIPTION_CHARS));
  const rest = text.slice(DESCRIPTION_CHARS);
  return (
    <div className={kit.above}>
      <div className={`${kit.mute} ${kit.anywhere} ${styles.description}`} data-folded={isLong && !open}>
        <MarkdownPart text={first} instead={<LongText text={first} firstChars={NAME_CHARS} />} />
        {open && rest !== '' && <LongText text={rest} firstChars={NAME_CHARS} />}
      </div>
      {isLong && (
        <Button look="link" aria-expanded={open} onClick={() => setOpen(!open)}>
          {open ? 'less' : 'more'}
          <span className={kit.visuallyHidden}> of the description</span>
        </Button>
      )}
    </div>
  );
}
