import type { ReactNode } from 'react';
import { readUrl } from '../format/url-parts.ts';
import { Button } from '../kit.tsx';
import { useScreenServices } from './screen-services.ts';

type Props = { readonly session: string; readonly seq: number; readonly children?: ReactNode };

/** Text that selects another row of the same log; the row's number by default. */
export function RowLink({ session, seq, children }: Props) {
  const { selectRow } = useScreenServices();
  return (
    <Button look="link" onClick={() => selectRow(session, seq)}>
      {children ?? `#${seq}`}
    </Button>
  );
}

/** An address from a server: a link if it is safe, else its text; always shown in full. */
export function WireLink({ url }: { readonly url: string }) {
  const href = safeLink(url);
  if (href === undefined) return <code>{url}</code>;
  return (
    <a href={href} target="_blank" rel="noreferrer noopener">
      {href}
    </a>
  );
}

/** The address of a link in a server's text if it may be opened: https, without a user name. */
export function safeLink(text: string): string | undefined {
  const { href, opens } = readUrl(text);
  return opens === 'plainly' ? href : undefined;
}

/** Saves bytes or text as a file through the browser. */
export function download(name: string, parts: BlobPart[], type: string): void {
  const address = URL.createObjectURL(new Blob(parts, { type }));
  const link = document.createElement('a');
  link.href = address;
  link.download = name;
  link.click();
  // The browser reads the address after the click, much later on a slow machine.
  setTimeout(() => URL.revokeObjectURL(address), 60_000);
}
