/** A boolean column, the same in both databases. */
export type Flag = 0 | 1
