import type { TextBounds } from './bounds.ts'

/** A model is asked for by this name. Spaces around it would make two names look like one. */
export const modelNameBounds = { lengthMax: 256, pattern: /^[^\s\p{Cc}](\P{Cc}*[^\s\p{Cc}])?$/u } satisfies TextBounds

/** The same without commas, because channels list their groups by comma. */
export const groupNameBounds = {
  lengthMax: 64,
  pattern: /^[^\s,\p{Cc}]([^,\p{Cc}]*[^\s,\p{Cc}])?$/u,
} satisfies TextBounds
