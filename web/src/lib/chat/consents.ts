import { readJson, stored } from '../browser/stored.ts'

const consentsMax = 200

const isList = (value: unknown): value is string[] =>
  Array.isArray(value) && value.every((entry) => typeof entry === 'string')

/** The receivers to which the person gave tokens: `7 app.nextchat.dev`. The ids of tokens are never used again. */
const consents = stored<readonly string[]>(
  'chat-consents',
  (text) => readJson(text, isList) ?? [],
  (list) => JSON.stringify(list),
)

const entryOf = (tokenId: number, receiver: string) => `${tokenId} ${receiver}`

export const hasConsent = (tokenId: number, receiver: string) => consents.get().includes(entryOf(tokenId, receiver))

export const giveConsent = (tokenId: number, receiver: string) =>
  consents.set([...new Set([...consents.get(), entryOf(tokenId, receiver)])].slice(-consentsMax))

/** The same inside a component, which redraws once the consent is given. */
export const useConsent = (tokenId: number, receiver: string) => consents.use().includes(entryOf(tokenId, receiver))
