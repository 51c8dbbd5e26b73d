import { type SqlBool, sql } from 'kysely'
import { containing, likePattern } from '../../store/like.ts'

/** A name with `%` is a pattern, as in related gateways; any other matches the models whose name contains it. */
export const modelMatches = (name: string) =>
  sql<SqlBool>`model_name like ${name.includes('%') ? likePattern(name) : containing(name)} escape '\\'`
