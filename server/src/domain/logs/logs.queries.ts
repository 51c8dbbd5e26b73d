import type { LogFilters } from '@turnpike/contract/log'
import { type ExpressionBuilder, type SqlBool, sql } from 'kysely'
import { matching } from '../../store/like.ts'
import type { Database } from '../../store/schema.ts'
import type { Store } from '../../store/store.ts'

/** The filters and the page. An absent filter, or 0 for a number, matches every row. */
export type LogQuestion = Omit<LogFilters, 'username' | 'channel'> &
  Partial<Pick<LogFilters, 'username' | 'channel'>> & { user_id?: number }

export const readLogs = (store: Store, question: LogQuestion) =>
  store
    .selectFrom('logs')
    .selectAll()
    .where((eb) => matches(eb, question))
    .orderBy('id', 'desc')
    .limit(question.page_size)
    .offset((question.p - 1) * question.page_size)
    .execute()

export async function countLogs(store: Store, question: LogQuestion): Promise<number> {
  const { total } = await store
    .selectFrom('logs')
    .select(({ fn }) => fn.countAll<number>().as('total'))
    .where((eb) => matches(eb, question))
    .executeTakeFirstOrThrow()
  return total
}

function matches(eb: ExpressionBuilder<Database, 'logs'>, question: LogQuestion) {
  const { user_id, type, username, token_name, model_name, channel, group } = question
  const { start_timestamp: start, end_timestamp: end } = question
  return eb.and([
    ...(user_id === undefined ? [] : [eb('user_id', '=', user_id)]),
    ...(type ? [eb('type', '=', type)] : []),
    ...(username ? [eb('username', '=', username)] : []),
    ...(token_name ? [eb('token_name', '=', token_name)] : []),
    ...(model_name ? [sql<SqlBool>`model_name like ${matching(model_name)} escape '\\'`] : []),
    ...(channel ? [eb('channel', '=', channel)] : []),
    ...(group ? [eb('group', '=', group)] : []),
    ...(start ? [eb('created_at', '>=', start)] : []),
    ...(end ? [eb('created_at', '<=', end)] : []),
  ])
}
