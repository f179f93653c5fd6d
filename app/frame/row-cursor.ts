import type { Row } from './row.ts';

type TextReader = (index: number) => string;

/** The fields of the rows of a table, by index; those that are texts of their own have readers. */
type RowFields = {
  seqAt(index: number): number;
  timeAt(index: number): number;
  sessionAt(index: number): string;
  kindAt(index: number): Row['kind'];
  directionAt(index: number): Row['direction'];
  shapeAt(index: number): Row['shape'];
  methodAt(index: number): string;
  targetAt(index: number): string;
  pairAt(index: number): number;
  durationAt(index: number): number;
  sizeAt(index: number): number;
  tierAt(index: number): Row['tier'];
  outcomeAt(index: number): Row['outcome'];
  codeAt(index: number): string;
  flagAt(index: number): Row['flag'];
  fromRawMessageAt(index: number): boolean;
  createdTaskAt(index: number): boolean;
  changeAt(index: number): Row['change'];
};

/**
 * Reads rows where they lie: gives the same object each time, which is the row at the index asked for last. For loops
 * over many rows that look at a few fields of each, until the table changes. The index must be below its length.
 */
export function rowReader(
  table: RowFields,
  texts: { readonly id: TextReader; readonly text: TextReader },
): (index: number) => Row {
  const cursor = rowCursor(table, texts);
  return (index) => {
    cursor.index = index;
    return cursor;
  };
}

function rowCursor(
  table: RowFields,
  { id, text }: { readonly id: TextReader; readonly text: TextReader },
): Row & { index: number } {
  return {
    index: 0,
    get seq() {
      return table.seqAt(this.index);
    },
    get at() {
      return table.timeAt(this.index);
    },
    get session() {
      return table.sessionAt(this.index);
    },
    get kind() {
      return table.kindAt(this.index);
    },
    get direction() {
      return table.directionAt(this.index);
    },
    get shape() {
      return table.shapeAt(this.index);
    },
    get method() {
      return table.methodAt(this.index);
    },
    get target() {
      return table.targetAt(this.index);
    },
    get id() {
      return id(this.index);
    },
    get pair() {
      return table.pairAt(this.index);
    },
    get durationMs() {
      return table.durationAt(this.index);
    },
    get sizeBytes() {
      return table.sizeAt(this.index);
    },
    get tier() {
      return table.tierAt(this.index);
    },
    get outcome() {
      return table.outcomeAt(this.index);
    },
    get code() {
      return table.codeAt(this.index);
    },
    get text() {
      return text(this.index);
    },
    get flag() {
      return table.flagAt(this.index);
    },
    get fromRawMessage() {
      return table.fromRawMessageAt(this.index);
    },
    get createdTask() {
      return table.createdTaskAt(this.index);
    },
    get change() {
      return table.changeAt(this.index);
    },
  };
}
