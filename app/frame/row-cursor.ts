import type { Row } from './row.ts';

/** The columns of a row, read only. */
export type FieldReaders = { readonly [Field in keyof Row]: { at(index: number): Row[Field] } };

/** Reads the row at `index` in place. One getter for each field: a shared one would look every column up by its name. */
export class RowCursor implements Row {
  readonly #columns: FieldReaders;
  index = 0;

  constructor(columns: FieldReaders) {
    this.#columns = columns;
  }

  get seq(): Row['seq'] {
    return this.#columns.seq.at(this.index);
  }

  get at(): Row['at'] {
    return this.#columns.at.at(this.index);
  }

  get session(): Row['session'] {
    return this.#columns.session.at(this.index);
  }

  get kind(): Row['kind'] {
    return this.#columns.kind.at(this.index);
  }

  get direction(): Row['direction'] {
    return this.#columns.direction.at(this.index);
  }

  get shape(): Row['shape'] {
    return this.#columns.shape.at(this.index);
  }

  get method(): Row['method'] {
    return this.#columns.method.at(this.index);
  }

  get target(): Row['target'] {
    return this.#columns.target.at(this.index);
  }

  get id(): Row['id'] {
    return this.#columns.id.at(this.index);
  }

  get pair(): Row['pair'] {
    return this.#columns.pair.at(this.index);
  }

  get durationMs(): Row['durationMs'] {
    return this.#columns.durationMs.at(this.index);
  }

  get sizeBytes(): Row['sizeBytes'] {
    return this.#columns.sizeBytes.at(this.index);
  }

  get tier(): Row['tier'] {
    return this.#columns.tier.at(this.index);
  }

  get outcome(): Row['outcome'] {
    return this.#columns.outcome.at(this.index);
  }

  get code(): Row['code'] {
    return this.#columns.code.at(this.index);
  }

  get text(): Row['text'] {
    return this.#columns.text.at(this.index);
  }

  get flag(): Row['flag'] {
    return this.#columns.flag.at(this.index);
  }

  get fromRawMessage(): Row['fromRawMessage'] {
    return this.#columns.fromRawMessage.at(this.index);
  }

  get repeats(): Row['repeats'] {
    return this.#columns.repeats.at(this.index);
  }

  get createdTask(): Row['createdTask'] {
    return this.#columns.createdTask.at(this.index);
  }

  get change(): Row['change'] {
    return this.#columns.change.at(this.index);
  }

  get status(): Row['status'] {
    return this.#columns.status.at(this.index);
  }

  get where(): Row['where'] {
    return this.#columns.where.at(this.index);
  }
}
