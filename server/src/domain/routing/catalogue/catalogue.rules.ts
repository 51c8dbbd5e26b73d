import type { OptionValues } from '@turnpike/contract/options'
import type { KnownModel } from '@turnpike/contract/routing/catalogue'
import { knownModels } from '@turnpike/contract/routing/known-models'
import type { Deps } from '../../../deps.ts'
import { AppError } from '../../../http/app-error.ts'
import type { Caller } from '../../../http/caller.ts'
import type { Store } from '../../../store/store.ts'
import { unpricedOf } from '../../money/pricing/unpriced.ts'
import { commaList } from '../channels/comma-list.ts'
import {
  type KeptVirtualModel,
  readServedInGroups,
  readVirtualModels,
} from '../virtual-models/virtual-models.queries.ts'
import { readAllServedModels, readServedModels } from './catalogue.queries.ts'
import { groupsOfCaller } from './usable-groups.ts'

/**
 * The models that the caller can use: in all their groups, or in the requested group. A model without a price is not
 * offered.
 */
export async function ownModels(
  { store, options }: Pick<Deps, 'store' | 'options'>,
  caller: Caller,
  group: string | undefined,
): Promise<string[]> {
  const usable = Object.keys(groupsOfCaller(options.current(), caller))
  if (group !== undefined && !usable.includes(group))
    throw new AppError('token_group_refused', { params: { group: group.slice(0, 64) } })
  const groups = group === undefined ? usable : [group]
  const served = await readServedModels(store, groups)
  const unpriced = new Set(unpricedOf(options.current(), served))
  const isPriced = (model: string) => !unpriced.has(model)
  const models = new Set([...served.filter(isPriced), ...(await servedVirtualModels(store, groups, isPriced))])
  const allowed = caller.org && new Set(commaList(caller.org.member.models))
  const open = allowed?.size ? [...models].filter((model) => allowed.has(model)) : [...models]
  return open.sort() // not in SQL, because the two databases sort differently
}

/** Of the given models, or of all that enabled channels serve, those without a price. */
export async function unpricedModels(
  { store, options }: Pick<Deps, 'store' | 'options'>,
  given: readonly string[] | undefined,
): Promise<string[]> {
  const models = given ?? (await readAllServedModels(store)).sort()
  return unpricedOf(options.current(), models)
}

/** The virtual models that one of these groups may use and that have a member that can be called there. */
async function servedVirtualModels(
  store: Store,
  groups: readonly string[],
  isPriced: (model: string) => boolean,
): Promise<string[]> {
  const enabled = (await readVirtualModels(store)).filter(({ is_enabled }) => is_enabled)
  if (enabled.length === 0) return []
  const served = new Set((await readServedInGroups(store)).map(({ group, model }) => `${group}\n${model}`))
  const isServedIn = (group: string, virtual: KeptVirtualModel) =>
    (virtual.groups.length === 0 || virtual.groups.includes(group)) &&
    virtual.members.some(({ model }) => isPriced(model) && served.has(`${group}\n${model}`))
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

export function listKnownModels(options: OptionValues): KnownModel[] {
  const unpriced = new Set(
    unpricedOf(
      options,
      knownModels.map(({ id }) => id),
    ),
  )
  return knownModels.map(({ id, owner }) => ({
    id,
    object: 'model',
    created,
    owned_by: owner,
    permission: [permission],
    root: id,
    parent: null,
    is_priced: !unpriced.has(id),
  }))
}
