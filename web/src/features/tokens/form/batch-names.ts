import { tokenBounds } from '@turnpike/contract/identity/token'

export const batchCounts = [10, 20, 30, 100] as const
export const batchMax = Math.max(...batchCounts)

const suffixLength = 6
/** The most characters of a name that gets a hyphen and a suffix. */
export const batchNameMax = tokenBounds.name.charactersMax - suffixLength - 1

const letters = 'abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789'

/** Names only have to differ, so any random source will do. */
const suffix = (random: () => number) =>
  Array.from({ length: suffixLength }, () => letters[Math.floor(random() * letters.length)]).join('')

/** One name per token: the first as it was typed, the others with a suffix that tells them apart. */
export const namesOf = (name: string, count: number, random: () => number = Math.random): string[] =>
  Array.from({ length: count }, (_, index) => (index === 0 ? name : `${name}-${suffix(random)}`))
