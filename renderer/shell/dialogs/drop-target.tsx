import { useEffect, useState } from 'react';
import { openFiles } from '../../runs/recordings/open-files.ts';
import styles from './drop-target.module.css';

/** Takes files that are dropped anywhere onto the window. */
export function DropTarget() {
  const [over, setOver] = useState(false);
  const [opening, setOpening] = useState('');
  useEffect(() => {
    const controller = new AbortController();
    const { signal } = controller;
    const dragged = (event: DragEvent) => {
      if (event.dataTransfer?.types.includes('Files') !== true) return;
      event.preventDefault();
      setOver(true);
    };
    const left = (event: DragEvent) => {
      if (event.relatedTarget === null) setOver(false);
    };
    const dropped = (event: DragEvent) => {
      event.preventDefault();
      setOver(false);
      void openFiles([...(event.dataTransfer?.files ?? [])], setOpening);
    };
    window.addEventListener('dragover', dragged, { signal });
    window.addEventListener('dragleave', left, { signal });
    window.addEventListener('drop', dropped, { signal });
    return () => controller.abort();
  }, []);
  if (!over && opening === '') return null;
  return (
    <div className={styles.target} data-over={over} role="status">
      <p>{over ? 'Drop recordings here: each opens in a tab' : opening}</p>
    </div>
  );
}
