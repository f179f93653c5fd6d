import { useEffect, useState } from 'react';

/**
 * What `load` gave for `key`: undefined until it is there, and for an empty key, which loads nothing. It is loaded
 * anew when one of `sources` changes; the value before stays until then, as long as the key is the same.
 */
export function useLoaded<Value>(
  key: string,
  load: () => Promise<Value>,
  ...sources: readonly unknown[]
): Value | undefined {
  const [loaded, setLoaded] = useState<{ readonly key: string; readonly value: Value }>();
  useEffect(() => {
    if (key === '') return;
    let wanted = true;
    void load().then((value) => {
      if (wanted) setLoaded({ key, value });
    });
    return () => {
      wanted = false;
    };
  }, [key, ...sources]);
  return loaded?.key === key ? loaded.value : undefined;
}
