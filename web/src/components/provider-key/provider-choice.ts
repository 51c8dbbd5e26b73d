import { channelTypeOrder, channelTypes } from '@turnpike/contract/channel-types'
import { isChannelAddress } from '@turnpike/contract/routing/channel'
import type { KeyProvider } from '@turnpike/contract/routing/recognise-key'

/** A provider to choose, under a name of its own for lists. */
export type Choice = KeyProvider & {
  id: string
  /** The address has to be typed. */
  needsAddress: boolean
}

/** Any server that speaks OpenAI's format at an address of its own. */
export const compatibleId = 'compatible'
const openAiType = 1

export const choiceOf = (provider: KeyProvider): Choice => ({
  ...provider,
  id: `${provider.type} ${provider.base_url}`,
  needsAddress: provider.base_url === '' && channelTypes[provider.type].baseUrl === 'required',
})

export const compatible = (name: string): Choice => ({
  id: compatibleId,
  type: openAiType,
  name,
  base_url: '',
  needsAddress: true,
})

/** Every provider whose channels can be called and tested by a chat, in the order of the channel editor. */
export const allChoices = (callable: readonly number[] | undefined): Choice[] =>
  channelTypeOrder
    .filter((type) => {
      const { testable, retired } = channelTypes[type]
      return testable && !retired && (callable === undefined || callable.includes(type))
    })
    .map((type) => choiceOf({ type, name: channelTypes[type].label, base_url: '' }))

/** The data that is sent with the key. */
export type Draft = { choice: Choice; key: string; base_url: string; other: string }

/** The address of the channel: the typed one, or that of the provider. Empty where the type has its own. */
export const addressOf = ({ choice, base_url }: Pick<Draft, 'choice' | 'base_url'>): string =>
  base_url.trim() || choice.base_url

/** The host that gets the key; undefined where it follows from the region or account. */
export function hostOf(draft: Pick<Draft, 'choice' | 'base_url'>): string | undefined {
  const { type, needsAddress } = draft.choice
  const address = addressOf(draft) || (needsAddress ? '' : channelTypes[type].defaultBaseUrl)
  return URL.canParse(address) ? new URL(address).host : undefined
}

export type DraftProblem = 'baseUrlMissing' | 'baseUrlWrong' | 'otherMissing'

/** Why a draft cannot be sent yet. */
export function problemOf({ choice, base_url, other }: Omit<Draft, 'key'>): DraftProblem | undefined {
  if (choice.needsAddress && base_url.trim() === '') return 'baseUrlMissing'
  if (base_url.trim() !== '' && !isChannelAddress(base_url.trim())) return 'baseUrlWrong'
  if (channelTypes[choice.type].other?.required && other.trim() === '') return 'otherMissing'
  return undefined
}
