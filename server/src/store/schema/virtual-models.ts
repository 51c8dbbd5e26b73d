import type { Generated } from 'kysely'
import type { Flag } from './flag.ts'

/** A name that stands for a list of models. */
export interface VirtualModelsTable {
  id: Generated<number>
  name: string
  description: string
  mode: string
  /** JSON: names of groups; none means all. */
  groups: string
  is_enabled: Flag
  /** JSON: the models, each with its weight and conditions. */
  members: string
  /** JSON: kinds of failure. */
  fallback_on: string
  created_at: number
  updated_at: number
  deleted_at: Generated<number | null>
}
