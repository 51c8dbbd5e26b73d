import type { FieldProps } from '../field.tsx'
import type { Pair, PairShape } from './pair-text.ts'

export type PairFieldProps = Omit<FieldProps, 'extra' | 'width' | 'count'> & {
  /** JSON. */
  value: string
  onChange: (text: string) => void
  shape: PairShape
  /** The titles of the two columns. */
  columns: { name: string; value: string }
  /** Verb and noun of the button that adds a row. */
  add: string
  /** An example: its first pair stands in empty cells, and the JSON can start from it. */
  template: object
  /** The text while there is no row; by default an empty object or list. */
  emptyText?: string
  /** The cell of a pair that keeps the field from being saved. */
  wrongCell?: (pair: Pair) => keyof Pair | undefined
  /** Rows of the JSON at first. */
  rows?: number
}
