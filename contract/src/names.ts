import type { TextBounds } from './bounds.ts'

/** Clients name a model by this in requests. Spaces around a name are refused: two names would look the same. */
export const modelNameBounds = { lengthMax: 256, pattern: /^[^\s\p{Cc}](\P{Cc}*[^\s\p{Cc}])?$/u } satisfies TextBounds

/** The same without commas, because channels list their groups by comma. */
export const groupNameBounds = {
  lengthMax: 64,
  pattern: /^[^\s,\p{Cc}]([^,\p{Cc}]*[^\s,\p{Cc}])?$/u,
} satisfies TextBounds
