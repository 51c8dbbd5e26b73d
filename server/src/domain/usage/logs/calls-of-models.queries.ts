import { logType } from '@turnpike/contract/usage/log'
import type { Store } from '../../../store/store.ts'

/** Charged calls of some models since a time, newest first, after a given row. */
export const readCallsBefore = (
  logStore: Store,
  models: readonly string[],
  since: number,
  last: { id: number; created_at: number },
  limit: number,
) =>
  logStore
    .selectFrom('logs')
    .select(['id', 'created_at', 'user_id', 'username', 'model_name', 'quota', 'facts'])
    .select(['prompt_tokens', 'completion_tokens'])
    .where('created_at', '>=', since)
    .where('type', '=', logType.consumption)
    .where('model_name', 'in', [...models])
    .where(({ eb, and, or }) =>
      or([
        eb('created_at', '<', last.created_at),
        and([eb('created_at', '=', last.created_at), eb('id', '<', last.id)]),
      ]),
    )
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(limit)
    .execute()
