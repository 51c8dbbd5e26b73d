import { type SqlBool, sql } from 'kysely'
import { likePattern, storable } from '../../../store/like.ts'

/** As in related gateways: a name with `%` is a pattern, and any other is the whole name of a model. */
export const modelMatches = (name: string) =>
  name.includes('%')
    ? sql<SqlBool>`model_name like ${likePattern(name)} escape '\\'`
    : sql<SqlBool>`model_name = ${storable(name)}`
