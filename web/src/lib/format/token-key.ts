import type { Token } from '@turnpike/contract/identity/token'

/** A key as clients send it. */
export const keyOf = ({ key }: Pick<Token, 'key'>) => `sk-${key}`

/** Names and keys, one token per line; the tab makes two columns of them in a spreadsheet. */
export const namedKeys = (tokens: readonly Pick<Token, 'name' | 'key'>[]) =>
  tokens.map((token) => `${token.name}\t${keyOf(token)}`).join('\n')
