import { type ReactNode, useEffect } from 'react';
import { createPortal } from 'react-dom';
import { type FormPlace, setFormPlace, useFormPlaces, wantMiddle } from '../../state/server/form-place.ts';
import { Button } from '../../ui/controls/button.tsx';
import { Glyph } from '../../ui/controls/glyph.tsx';

/** Draws a form in its place: here, or in the middle as soon as the middle is there. */
export function FormFrame({ place, children }: { readonly place: FormPlace; readonly children: ReactNode }) {
  if (place === 'sidebar') return children;
  return <InMiddle>{children}</InMiddle>;
}

function InMiddle({ children }: { readonly children: ReactNode }) {
  const slot = useFormPlaces((state) => state.slot);
  useEffect(() => {
    wantMiddle(true);
    return () => wantMiddle(false);
  }, []);
  return slot === null ? null : createPortal(children, slot);
}

type PlaceButtonProps = { readonly place: FormPlace; readonly fields: number };

/** Moves the form to its other place, where forms of its size then stay. */
export function PlaceButton({ place, fields }: PlaceButtonProps) {
  const isMiddle = place === 'middle';
  const label = isMiddle ? 'Back to the sidebar' : 'Open in the middle';
  return (
    <Button
      look="icon"
      size="small"
      aria-label={label}
      title={`${label}; remembered for forms of this size`}
      onClick={() => setFormPlace(fields, isMiddle ? 'sidebar' : 'middle')}
    >
      <Glyph
        path={
          isMiddle
            ? 'M1.8 2.4h10.4v9.2H1.8zM5.4 2.4v9.2M10.2 7H7.4M8.6 5.6 7.2 7l1.4 1.4'
            : 'M8.4 2.2h3.4v3.4M11.8 2.2 7.6 6.4M5.6 2.6H2.2v9.2h9.2V8.4'
        }
      />
    </Button>
  );
}
