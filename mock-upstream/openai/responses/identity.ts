import { type Call, identifier } from '../../exchange/call.ts'
import { markOf } from '../../exchange/mark.ts'

/** The identifier tells whose response it is and whether it was kept, so that nothing has to be remembered. */
export const responseId = (call: Call): string =>
  `resp_${markOf(call.key)}${call.body.store === false ? 'x' : 'k'}${String(call.serial).padStart(23, '0')}`

/** The identifier of an item says the same. */
export const itemId = (prefix: string, call: Call, ordinal = 0): string =>
  `${prefix}${markOf(call.key)}${call.body.store === false ? 'x' : 'k'}${identifier('', call, ordinal)}`

/** An item is kept by the account that made it, unless it was not to be stored. */
export const isKeptItem = (id: string, key: string): boolean => id.includes(`_${markOf(key)}k`)

/** A conversation goes on only where it began: with the account that holds the stored response. */
export const mayContinue = (id: string, key: string): boolean => id.startsWith(`resp_${markOf(key)}k`)

export const sealReasoning = (key: string, thinking: string): string => `sealed.${markOf(key)}.${markOf(thinking)}`

export const isSealedFor = (sealed: string, key: string): boolean => sealed.startsWith(`sealed.${markOf(key)}.`)
