import { neverExpires, type Token, tokenApi } from '@turnpike/contract/identity/token'
import { pricingApi } from '@turnpike/contract/money/pricing'
import { catalogueApi } from '@turnpike/contract/routing/catalogue'
import { channelApi, channelBounds } from '@turnpike/contract/routing/channel'
import { CallError, call } from '../../lib/api/call.ts'
import { isUsable } from '../../lib/api/usable-tokens.ts'
import { preferredModel } from '../../lib/models/preferred-model.ts'
import { session } from '../../lib/session/session.ts'
import { addressOf, type Draft } from './provider-choice.ts'

/** The parts of connecting a provider, in their order. */
export const connectSteps = ['models', 'channel', 'test', 'token'] as const
export type ConnectStep = (typeof connectSteps)[number]

const accountOf = (draft: Draft) => ({
  type: draft.choice.type,
  key: draft.key,
  base_url: addressOf(draft),
  other: draft.other.trim(),
})

/** `unpriced` are those without a price: calls of them are refused. */
export type OfferedModels = { models: string[]; unpriced: string[]; isListed: boolean }

/**
 * The models that the provider offers to the key. A provider that lists none is tried with a model that is known by name: a
 * wrong key or address then shows its reason. Nothing is saved.
 */
export async function findModels(draft: Draft): Promise<OfferedModels> {
  const account = accountOf(draft)
  try {
    const listed = await call(channelApi.fetchModelsOf, { body: account })
    if (listed.length > 0) {
      const models = withinBounds(listed)
      return { models, unpriced: await unpricedOf(models), isListed: true }
    }
  } catch (error) {
    if (!(error instanceof CallError) || error.code !== 'models_fetch_failed') throw error
  }
  const known = (await call(catalogueApi.modelsByType))[String(account.type)] ?? []
  const unpriced = await unpricedOf(known)
  const model = known.find((name) => !unpriced.includes(name)) ?? known[0]
  await call(channelApi.try, { body: { ...account, models: known.join(), model } })
  return { models: [...known], unpriced, isListed: false }
}

const unpricedOf = (models: readonly string[]): Promise<string[]> =>
  call(pricingApi.unpriced, { body: { models: [...models] } })

/** As many names as a channel can hold; gateways of gateways list thousands. */
function withinBounds(models: readonly string[]): string[] {
  let length = 0
  return models.filter((model) => {
    length += model.length + 1
    return !model.includes(',') && length <= channelBounds.models.lengthMax
  })
}

export type MadeChannel = { id: number; name: string }

/** The result of an earlier attempt: its channel, or the name of one that it may have created before its response was lost. */
export type EarlierAttempt = { channel?: MadeChannel; uncertainSince?: number }

/** Creates the channel, or changes the one of an earlier attempt. */
export async function saveChannel(
  draft: Draft,
  models: readonly string[],
  earlier: EarlierAttempt,
): Promise<MadeChannel> {
  const { name } = draft.choice
  const account = { ...accountOf(draft), models: models.join() }
  const made = earlier.channel ?? (await findUncertain(draft, earlier))
  if (made) {
    await call(channelApi.update, { body: { ...account, name, id: made.id } })
    return { id: made.id, name }
  }
  const groups = new Set(['default', session.get()?.group || 'default'])
  const { ids } = await call(channelApi.create, { body: { ...account, name, group: [...groups].join() } })
  const [id] = ids
  if (id === undefined) throw new Error('the server made no channel')
  return { id, name }
}

/** The channel of an attempt whose response was lost. */
async function findUncertain({ choice }: Draft, { uncertainSince }: EarlierAttempt): Promise<MadeChannel | undefined> {
  if (uncertainSince === undefined) return undefined
  const query = { keyword: choice.name, type: choice.type, p: 0, page_size: 100, id_sort: true, tag_mode: false }
  const { data } = await call(channelApi.search, { query })
  const found = data.find(({ name, created_time }) => name === choice.name && created_time >= uncertainSince)
  return found && { id: found.id, name: found.name }
}

/** The model to test and to call with: one with a price, since calls of others are refused. Where none has one, the test says so. */
export async function modelToCall(models: readonly string[]): Promise<string> {
  const { data } = await call(pricingApi.list)
  const priced = new Set(
    data
      .filter(({ supported_endpoint_types }) => supported_endpoint_types.includes('openai'))
      .map(({ model_name }) => model_name),
  )
  return preferredModel(models.filter((model) => priced.has(model))) ?? preferredModel(models) ?? ''
}

export const testChannel = async (id: number, model: string): Promise<number> =>
  (await call(channelApi.test, { params: { id: String(id) }, query: { model } })).time

export type ReadyToken = { token: Token; isNew: boolean }

/** A token that can call every model: the newest one that the user has, or a new one. */
export async function readyToken(name: string): Promise<ReadyToken> {
  const { data } = await call(tokenApi.list, { query: { p: 0, size: 100 } })
  const now = Date.now() / 1000
  const found = data.find((token) => isUsable(token, now) && !token.model_limits_enabled && token.allow_ips === '')
  if (found) return { token: found, isNew: false }
  const body = { name, unlimited_quota: true, expired_time: neverExpires }
  return { token: await call(tokenApi.create, { body }), isNew: true }
}
