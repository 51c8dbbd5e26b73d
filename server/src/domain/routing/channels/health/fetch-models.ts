import { AppError } from '../../../../http/app-error.ts'
import type { ChannelDeps } from '../channel-deps.ts'
import { storedChannel, unsavedAccount } from './channel-probe.rules.ts'
import type { ProbedChannel } from './channel-probe.ts'

/** The channel type where the request names none. */
const defaultType = 1

type ModelsRequest = {
  base_url?: string | undefined
  key: string
  type?: number | undefined
  other?: string | undefined
}

/** The models that the upstream of a stored channel offers. */
export const fetchModels = async (deps: ChannelDeps, id: number): Promise<string[]> =>
  requestModels(deps, await storedChannel(deps.store, id))

/** The models that an upstream offers to an unsaved key. */
export const fetchModelsOf = (
  deps: ChannelDeps,
  { base_url = '', key, type = defaultType, other = '' }: ModelsRequest,
): Promise<string[]> => requestModels(deps, unsavedAccount(deps, { base_url, key, type, other }))

/** One error code for every failure: a reachable address must look like an unreachable one. */
async function requestModels({ probe }: ChannelDeps, channel: ProbedChannel): Promise<string[]> {
  const outcome = await probe.models(channel)
  if (outcome.ok) return outcome.value
  throw new AppError('models_fetch_failed', { detail: { channel_id: channel.id, reason: outcome.failure.reason } })
}
