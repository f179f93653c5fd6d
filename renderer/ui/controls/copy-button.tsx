import { useEffect, useState } from 'react';
import { Button } from './button.tsx';
import { useScreenServices } from './screen-services.ts';

type Props = {
  readonly label: string;
  /** Made when it is copied: a frame of 5 MB is not worth a text per draw. */
  readonly text: () => string;
};

/** Copies a text and says so on itself for a moment. */
export function CopyButton({ label, text }: Props) {
  const [copied, setCopied] = useState(false);
  const copyText = useCopyText();
  useEffect(() => {
    if (!copied) return;
    const timer = setTimeout(() => setCopied(false), 1500);
    return () => clearTimeout(timer);
  }, [copied]);
  const copy = async () => {
    if (await copyText(text())) setCopied(true);
  };
  return (
    <Button size="small" onClick={() => void copy()}>
      {copied ? 'Copied' : label}
    </Button>
  );
}

/** A function that copies a text. It gives false if the browser refuses, and says then what to do instead. */
export function useCopyText(): (text: string) => Promise<boolean> {
  const { notify } = useScreenServices();
  return async (text) => {
    try {
      await navigator.clipboard.writeText(text);
      return true;
    } catch {
      notify({
        level: 'warning',
        text: 'The browser did not allow copying. Select the text and press Ctrl+C.',
      });
      return false;
    }
  };
}
