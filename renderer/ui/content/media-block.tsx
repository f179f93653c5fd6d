import { useState } from 'react';
import { Button } from '../controls/button.tsx';
import { byteSize } from './byte-size.ts';
import type { ContentBlock } from './content-block.ts';
import styles from './content-blocks.module.css';

/** Media of more bytes waits for a click: a picture takes many times its bytes to draw. */
const LARGE_BYTES = 4_000_000;

type Media = Pick<
  Extract<ContentBlock, { kind: 'image' | 'audio' }>,
  'kind' | 'mime' | 'bytes' | 'url' | 'problem'
>;

type Props = { readonly block: Media };

/** A picture that grows on click, or a sound; both from a data URL, nothing from the network. */
export function MediaBlock({ block }: Props) {
  const [zoomed, setZoomed] = useState(false);
  const [pixels, setPixels] = useState('');
  const [undrawable, setUndrawable] = useState(false);
  const [wanted, setWanted] = useState(block.bytes <= LARGE_BYTES);
  if (block.problem !== '') return <p className={styles.problem}>{block.problem}</p>;
  if (!wanted) {
    return (
      <p>
        <Button onClick={() => setWanted(true)}>
          Show {byteSize(block.bytes)} of {block.mime}
        </Button>
      </p>
    );
  }
  if (block.kind === 'audio') {
    // biome-ignore lint/a11y/useMediaCaption: a server's sound comes without captions
    return <audio controls src={block.url} className={styles.audio} />;
  }
  if (undrawable)
    return <p className={styles.problem}>The data is base64, but not a picture of this type.</p>;
  return (
    <figure className={styles.figure}>
      <Button
        look="bare"
        className={zoomed ? styles.zoomed : styles.picture}
        aria-label={zoomed ? 'Shrink the image' : 'Show the image at full size'}
        onClick={() => setZoomed(!zoomed)}
      >
        <img
          src={block.url}
          alt={`Content block of type ${block.mime}`}
          onLoad={(event) => {
            const { naturalWidth, naturalHeight } = event.currentTarget;
            setPixels(`${naturalWidth} × ${naturalHeight}`);
          }}
          onError={() => setUndrawable(true)}
        />
      </Button>
      {pixels !== '' && <figcaption>{pixels}</figcaption>}
    </figure>
  );
}
