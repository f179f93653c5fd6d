import { type RefObject, useLayoutEffect, useMemo, useState, useSyncExternalStore } from 'react';

export type Size = { readonly width: number; readonly height: number };

/** The current size of an element in CSS pixels. */
export function useElementSize(element: RefObject<HTMLElement | null>): Size {
  const [size, setSize] = useState<Size>({ width: 0, height: 0 });
  useLayoutEffect(() => {
    const observed = element.current;
    if (observed === null) return;
    const observer = new ResizeObserver(() =>
      setSize({ width: observed.clientWidth, height: observed.clientHeight }),
    );
    observer.observe(observed);
    return () => observer.disconnect();
  }, [element]);
  return size;
}

/** A cleared 2D context in CSS pixels; undefined while there is nothing to draw on. */
export function canvasContext(
  canvas: HTMLCanvasElement | null,
  size: Size,
): CanvasRenderingContext2D | undefined {
  const context = canvas?.getContext('2d');
  if (canvas === null || context == null || size.width === 0) return undefined;
  const scale = window.devicePixelRatio;
  const width = Math.round(size.width * scale);
  const height = Math.round(size.height * scale);
  if (canvas.width !== width || canvas.height !== height) {
    canvas.width = width;
    canvas.height = height;
  }
  context.setTransform(scale, 0, 0, scale, 0, 0);
  context.clearRect(0, 0, size.width, size.height);
  return context;
}

/** Reads colors of tokens.css for a canvas; renders its caller again when the theme changes. */
export function useThemeColors(): (token: string) => string {
  const theme = useSyncExternalStore(onThemeChange, () => document.documentElement.dataset.theme ?? '');
  return useMemo(() => {
    const known = new Map<string, string>();
    return (token) => {
      const key = theme + token;
      const color =
        known.get(key) ?? getComputedStyle(document.documentElement).getPropertyValue(token).trim();
      known.set(key, color);
      return color;
    };
  }, [theme]);
}

function onThemeChange(changed: () => void): () => void {
  const observer = new MutationObserver(changed);
  observer.observe(document.documentElement, { attributeFilter: ['data-theme'] });
  return () => observer.disconnect();
}
