import type { KnownModel } from '@turnpike/contract/catalogue'
import { knownModels } from '@turnpike/contract/models/known-models'
import type { Deps } from '../../deps.ts'
import { AppError } from '../../http/app-error.ts'
import type { Caller } from '../../http/caller.ts'
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
  const models = await readServedModels(store, group === undefined ? usable : [group])
  return models.sort() // not in SQL, because the two databases sort differently
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
