import { type Call, identifier, markOf } from '../../exchange/call.ts'

/** The id names the account and whether the response is stored, so that the mock stores nothing. */
export const responseId = (call: Call): string =>
  `resp_${markOf(call.key)}${call.body.store === false ? 'x' : 'k'}${String(call.serial).padStart(23, '0')}`

/** The id of an item has the same information. */
export const itemId = (prefix: string, call: Call, ordinal = 0): string =>
  `${prefix}${markOf(call.key)}${call.body.store === false ? 'x' : 'k'}${identifier('', call, ordinal)}`

/** The account that made an item stores it, unless `store` was false. */
export const isKeptItem = (id: string, key: string): boolean => id.includes(`_${markOf(key)}k`)

/** Only the account that stores the response can continue it. */
export const mayContinue = (id: string, key: string): boolean => id.startsWith(`resp_${markOf(key)}k`)

export const sealReasoning = (key: string, thinking: string): string => `sealed.${markOf(key)}.${markOf(thinking)}`

export const isSealedFor = (sealed: string, key: string): boolean => sealed.startsWith(`sealed.${markOf(key)}.`)
