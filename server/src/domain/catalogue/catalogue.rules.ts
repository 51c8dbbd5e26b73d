import type { KnownModel } from '@turnpike/contract/catalogue'
import { knownModels } from '@turnpike/contract/models/known-models'
import type { Deps } from '../../deps.ts'
import { AppError } from '../../http/app-error.ts'
import type { Caller } from '../../http/caller.ts'
import type { Store } from '../../store/store.ts'
import {
  type KeptVirtualModel,
  readServedInGroups,
  readVirtualModels,
} from '../virtual-models/virtual-models.queries.ts'
import { readServedModels } from './catalogue.queries.ts'
import { usableGroups } from './usable-groups.ts'

/** The models the caller may use: in all their groups, or in the group asked for. */
export async function ownModels(
  { store, options }: Pick<Deps, 'store' | 'options'>,
  caller: Caller,
  group: string | undefined,
): Promise<string[]> {
  const usable = Object.keys(usableGroups(options.current(), caller.group))
  if (group !== undefined && !usable.includes(group))
    throw new AppError('token_group_refused', { params: { group: group.slice(0, 64) } })
  const groups = group === undefined ? usable : [group]
  const models = new Set([...(await readServedModels(store, groups)), ...(await servedVirtualModels(store, groups))])
  return [...models].sort() // not in SQL, because the two databases sort differently
}

/** The names of virtual models that one of these groups may use, and with a model in them that is served there. */
async function servedVirtualModels(store: Store, groups: readonly string[]): Promise<string[]> {
  const enabled = (await readVirtualModels(store)).filter(({ is_enabled }) => is_enabled)
  if (enabled.length === 0) return []
  const served = new Set((await readServedInGroups(store)).map(({ group, model }) => `${group}\n${model}`))
  const isServedIn = (group: string, virtual: KeptVirtualModel) =>
    (virtual.groups.length === 0 || virtual.groups.includes(group)) &&
    virtual.members.some(({ model }) => served.has(`${group}\n${model}`))
  return enabled.filter((virtual) => groups.some((group) => isServedIn(group, virtual))).map(({ name }) => name)
}

const created = 1626777600 // the constant that related gateways report
const permission: KnownModel['permission'][number] = {
  id: 'modelperm-turnpike',
  object: 'model_permission',
  created,
  allow_create_engine: true,
  allow_sampling: true,
  allow_logprobs: true,
  allow_search_indices: false,
  allow_view: true,
  allow_fine_tuning: false,
  organization: '*',
  group: null,
  is_blocking: false,
}

export const wireKnownModels = (): KnownModel[] =>
  knownModels.map(({ id, owner }) => ({
    id,
    object: 'model',
    created,
    owned_by: owner,
    permission: [permission],
    root: id,
    parent: null,
  }))
