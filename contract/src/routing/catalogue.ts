import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { queryText } from '../page.ts'

/** The description and the ratio of a group, for people who may use it. */
const usableGroup = z.object({ desc: z.string(), ratio: z.number() })
export type UsableGroups = Record<string, z.infer<typeof usableGroup>>

const permission = z.object({
  id: z.string(),
  object: z.literal('model_permission'),
  created: z.int(),
  allow_create_engine: z.boolean(),
  allow_sampling: z.boolean(),
  allow_logprobs: z.boolean(),
  allow_search_indices: z.boolean(),
  allow_view: z.boolean(),
  allow_fine_tuning: z.boolean(),
  organization: z.literal('*'),
  group: z.null(),
  is_blocking: z.boolean(),
})
const knownModel = z.object({
  id: z.string(),
  object: z.literal('model'),
  created: z.int(),
  owned_by: z.string(),
  permission: z.array(permission),
  root: z.string(),
  parent: z.null(),
  /** Calls of a model without a price are refused. */
  is_priced: z.boolean(),
})
export type KnownModel = z.infer<typeof knownModel>

/** The groups and the models, of the installation and of the caller. */
export const catalogueApi = {
  groups: endpoint('admin', 'GET /api/group/', { summary: 'The names of all groups', data: z.array(z.string()) }),
  ownGroups: endpoint('user', 'GET /api/user/self/groups', {
    summary: 'The groups the caller may use',
    org: 'any',
    data: z.record(z.string(), usableGroup),
  }),
  openGroups: endpoint('public', 'GET /api/user/groups', {
    summary: 'The groups anyone may use',
    data: z.record(z.string(), usableGroup),
  }),
  ownModels: endpoint('user', 'GET /api/user/models', {
    summary: 'The models the caller can call, in all usable groups or in one',
    org: 'any',
    query: z.object({ group: queryText }),
    data: z.array(z.string()),
  }),
  modelsByType: endpoint('user', 'GET /api/models', {
    summary: 'The usual models of each channel type',
    data: z.record(z.string(), z.array(z.string())),
  }),
  knownModels: endpoint('admin', 'GET /api/channel/models', {
    summary: 'Every model known by name',
    data: z.array(knownModel),
  }),
  servedModels: endpoint('admin', 'GET /api/channel/models_enabled', {
    summary: 'Every model that an enabled channel serves, in any group',
    data: z.array(z.string()),
  }),
}
