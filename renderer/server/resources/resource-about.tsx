import { byteSize } from '../../ui/content/byte-size.ts';
import { ScrollBox } from '../../ui/content/scroll-box.tsx';
import styles from '../tools/call-form.module.css';
import type { ResourceInfo } from './read-resources.ts';

/** What the server says of a resource or template. */
export function ResourceAbout({ resource }: { readonly resource: ResourceInfo }) {
  const { name, title, description, mimeType, size, annotations } = resource;
  const facts = [
    ...(mimeType === undefined ? [] : [mimeType]),
    ...(size === undefined ? [] : [byteSize(size)]),
    ...Object.entries(annotations ?? {}).map(([key, value]) => `${key} ${plain(value)}`),
  ];
  return (
    <>
      <h2 className={styles.title}>
        {name}
        {title !== undefined && title !== name && <span> {title}</span>}
      </h2>
      {facts.length > 0 && <p className={styles.type}>{facts.join(' · ')}</p>}
      {description !== undefined && <ScrollBox className={styles.description}>{description}</ScrollBox>}
    </>
  );
}

function plain(value: unknown): string {
  return typeof value === 'string' ? value : (JSON.stringify(value) ?? '');
}
