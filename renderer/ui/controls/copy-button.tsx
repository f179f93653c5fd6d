import { useEffect, useState } from 'react';
import { redactedCopy } from '../../../app/frame/redaction/redacted-document.ts';
import { counted } from '../format/quantity-text.ts';
import { Button } from '../kit.tsx';
import { type ScreenNotice, useScreenServices } from './screen-services.ts';

type Props = CopyOptions & {
  readonly label: string;
  /** Made when it is copied: a frame of 5 MB is not worth a text per draw. */
  readonly text: () => string;
};

/** Copies a text and says so on itself for a moment. */
export function CopyButton({ label, text, ...options }: Props) {
  const [copied, setCopied] = useState(false);
  const copyText = useCopyText();
  useEffect(() => {
    if (!copied) return;
    const timer = setTimeout(() => setCopied(false), 1500);
    return () => clearTimeout(timer);
  }, [copied]);
  const copy = async () => {
    if (await copyText(text(), options)) setCopied(true);
  };
  return (
    <Button size="small" onClick={() => void copy()}>
      {copied ? 'Copied' : label}
    </Button>
  );
}

export type CopyOptions = {
  /** What the notice says was copied, as the beginning of a sentence; `Copied` without it. */
  readonly done?: string;
  /** Texts that the copy is made of: what they name as a secret is one in the copy too. */
  readonly known?: readonly string[];
  /** True for what only this machine has a use for, such as a path: nothing in it is replaced. */
  readonly isOwn?: boolean;
  /** Makes of the text, with or without its secrets, what is copied: JSON says by its names what a secret is. */
  readonly form?: (text: string) => string;
};

/** Copies a text without its secrets, with a notice that offers it as it is; false if the browser refuses. */
export function useCopyText(): (text: string, options?: CopyOptions) => Promise<boolean> {
  const { notify } = useScreenServices();
  return async (text, { done = 'Copied', known = [], isOwn, form = (copied: string) => copied } = {}) => {
    const copy = isOwn === true ? { text, secrets: 0 } : redactedCopy(text, known);
    const copyAsItIs = async () => notify(await written(form(text), `${done}, as it is`));
    const notice = await written(form(copy.text), doneText(done, copy.secrets));
    notify(
      copy.secrets === 0 || notice.level !== 'info'
        ? notice
        : { ...notice, action: { label: 'copy as is', run: () => void copyAsItIs() } },
    );
    return notice.level === 'info';
  };
}

function doneText(done: string, secrets: number): string {
  return secrets === 0 ? done : `${done}, ${counted(secrets, 'secret')} replaced`;
}

async function written(text: string, done: string): Promise<ScreenNotice> {
  try {
    await navigator.clipboard.writeText(text);
    return { level: 'info', text: `${done}.`, topic: 'copy' };
  } catch {
    const refused = 'The browser did not allow copying. Select the text and press Ctrl+C.';
    return { level: 'warning', text: refused, topic: 'copy' };
  }
}
