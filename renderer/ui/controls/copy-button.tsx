import { useEffect, useState } from 'react';
import { redactedCopy } from '../../../app/frame/redaction/redacted-document.ts';
import { counted } from '../format/quantity-text.ts';
import { Button } from '../kit.tsx';
import { type ScreenNotice, useScreenServices } from './screen-services.ts';

type Props = CopyOptions & {
  readonly label: string;
  /** Created on demand: a frame may be 5 MB. */
  readonly text: () => string;
};

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
  /** The beginning of the notice's sentence; `Copied` by default. */
  readonly done?: string;
  /** The sources of the copied text: secrets recognized in them are redacted in the copy too. */
  readonly known?: readonly string[];
  /** True for data that is only useful on this machine, such as a path: nothing is redacted. */
  readonly isOwn?: boolean;
  /** Converts the text, redacted or not, to its copied form: in JSON, secrets are recognized by their names. */
  readonly form?: (text: string) => string;
};

/** Copies a redacted text, with a notice that offers the original; false if the browser refuses. */
export function useCopyText(): (text: string, options?: CopyOptions) => Promise<boolean> {
  const { notify } = useScreenServices();
  return async (text, { done = 'Copied', known = [], isOwn, form = (copied: string) => copied } = {}) => {
    const copy = isOwn === true ? { text, secrets: 0 } : redactedCopy(text, known);
    const copyAsItIs = async () => notify(await written(form(text), `${done}, as it is`));
    const notice = await written(
      form(copy.text),
      copy.secrets === 0 ? done : `${done}, ${counted(copy.secrets, 'secret')} replaced`,
    );
    notify(
      copy.secrets === 0 || notice.level !== 'info'
        ? notice
        : { ...notice, action: { label: 'copy as is', run: () => void copyAsItIs() } },
    );
    return notice.level === 'info';
  };
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
