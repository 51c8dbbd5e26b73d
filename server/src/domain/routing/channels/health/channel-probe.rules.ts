import { type ChannelType, isChannelType } from '@turnpike/contract/channel-types'
import type { ChannelToTry } from '@turnpike/contract/routing/channel'
import type { Deps } from '../../../../deps.ts'
import { AppError } from '../../../../http/app-error.ts'
import type { Store } from '../../../../store/store.ts'
import { unpricedOf } from '../../../money/pricing/unpriced.ts'
import type { ChannelDeps } from '../channel-deps.ts'
import { commaList } from '../comma-list.ts'
import { checkKeptKey, keysIn, sealedKey } from '../edit/channel-keys.ts'
import { withSealedProxy } from '../edit/channel-proxy.ts'
import { checkBaseUrl } from '../edit/check-address.ts'
import { checkedColumns } from '../edit/check-channel.ts'
import { checkKeptLiterals, sealedOverrides } from '../edit/header-literals.ts'
import { findKey } from '../keys/channel-keys.queries.ts'
import { findChannelToProbe } from './channel-probe.queries.ts'
import type { ProbedChannel } from './channel-probe.ts'

export type StoredChannel = ProbedChannel & { status: number; auto_ban: number; test_model: string }

const nothingWritten = {
  id: 0,
  name: '',
  models: '',
  base_url: '',
  other: '',
  openai_organization: '',
  model_mapping: '',
  setting: '',
  proxy_cipher: '',
  param_override: '',
  header_override: '',
}

export async function storedChannel(store: Store, id: number): Promise<StoredChannel> {
  const found = await findChannelToProbe(store, id)
  if (!found) throw new AppError('channel_missing')
  const { multi_key_mode, ...channel } = found
  const key = multi_key_mode === '' ? undefined : await findKey(store, id)
  return { ...channel, type: knownType(found.type), ...(key && { key_cipher: key.key_cipher }) }
}

/** A channel as an editor holds it. For a saved channel, an empty key means the stored one, which stays with its host. */
export async function unsavedChannel({ store, vault }: Deps, draft: ChannelToTry): Promise<ProbedChannel> {
  const { id, key, model: _, ...given } = draft
  const keepsKey = key.trim() === ''
  const saved = id === undefined ? undefined : await storedChannel(store, id)
  const checked = checkedColumns(given, given.base_url === undefined ? undefined : saved)
  const columns = withSealedProxy(vault, checked, saved)
  const sealed = sealedOverrides(vault, columns, saved)
  const channel = { ...nothingWritten, ...columns, ...sealed, type: knownType(draft.type) }
  if (saved) checkKeptLiterals(saved, channel)
  if (!keepsKey || !saved) return { ...channel, key_cipher: firstKey(vault, draft.type, key) }
  checkKeptKey(vault, saved, channel)
  return { ...channel, key_cipher: saved.key_cipher }
}

/** A channel with only the fields that reach an upstream's account. */
async function unsavedAccount({ store, vault }: Deps, account: Account): Promise<ProbedChannel> {
  const { id, type, base_url, key, other = '', setting } = account
  const known = knownType(type)
  const key_cipher = firstKey(vault, type, key)
  const saved = id === undefined ? undefined : await storedChannel(store, id)
  return {
    ...nothingWritten,
    ...withSealedProxy(vault, checkedColumns({ setting }), saved),
    type: known,
    base_url: checkBaseUrl(known, base_url.trim()),
    other: other.trim(),
    key_cipher,
  }
}
export type Account = {
  type: number
  base_url: string
  key: string
  other?: string
  setting?: string | undefined
  /** Of the stored channel whose proxy is meant by a hidden password. */
  id?: number | undefined
}

function knownType(type: number): ChannelType {
  if (!isChannelType(type)) throw new AppError('channel_type_unknown')
  return type
}

/** The first key of the text, encrypted: of several keys only the first is tested. */
function firstKey(vault: Deps['vault'], type: number, text: string): string {
  const [key = ''] = keysIn(type, text)
  return sealedKey(vault, key).key_cipher
}

/** The model a channel is tested with: the first choice that is not empty, else the first of its models that has a price. */
export function modelToTest(
  { options }: Pick<Deps, 'options'>,
  { models }: { models: string },
  ...choices: (string | undefined)[]
): string {
  const listed = commaList(models)
  const unpriced = new Set(unpricedOf(options.current(), listed))
  const priced = listed.find((name) => !unpriced.has(name))
  const model = [...choices, priced, ...listed].map((name) => name?.trim()).find(Boolean)
  if (model === undefined) throw new AppError('channel_models_missing')
  return model
}

/** The channel type where the request names none. */
const defaultType = 1

type ModelsRequest = {
  base_url?: string | undefined
  key: string
  type?: number | undefined
  other?: string | undefined
  setting?: string | undefined
  id?: number | undefined
}

/** The models that the upstream of a stored channel offers. */
export const fetchModels = async (deps: ChannelDeps, id: number): Promise<string[]> =>
  requestModels(deps, await storedChannel(deps.store, id))

/** The models that an upstream offers to an unsaved key. */
export const fetchModelsOf = async (
  deps: ChannelDeps,
  { base_url = '', key, type = defaultType, other = '', setting, id }: ModelsRequest,
): Promise<string[]> => requestModels(deps, await unsavedAccount(deps, { base_url, key, type, other, setting, id }))

/** One error code for every failure: a reachable address must look like an unreachable one. */
async function requestModels({ probe }: ChannelDeps, channel: ProbedChannel): Promise<string[]> {
  const outcome = await probe.models(channel)
  if (outcome.ok) return outcome.value
  throw new AppError('models_fetch_failed', { detail: { channel_id: channel.id, reason: outcome.failure.reason } })
}
