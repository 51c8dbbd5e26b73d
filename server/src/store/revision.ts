import { sql } from 'kysely'
import type { Log } from '../log.ts'
import { isPostgres } from './is-postgres.ts'
import { listen } from './listen.ts'
import type { OpenStore, Store } from './store.ts'

const channel = 'turnpike_revision'

/**
 * Says that something instances keep in memory has changed. Call it in the transaction that changes it: the new number is
 * seen when the change is, never before.
 */
export async function bumpRevision(transaction: Store): Promise<void> {
  await transaction
    .insertInto('revision')
    .values({ id: 1, number: 1 })
    .onConflict((conflict) =>
      conflict.column('id').doUpdateSet((values) => ({ number: values('revision.number', '+', 1) })),
    )
    .execute()
  if (isPostgres(transaction)) await sql`select pg_notify(${channel}, '')`.execute(transaction)
}

export async function readRevision(store: Store): Promise<number> {
  const row = await store.selectFrom('revision').select('number').executeTakeFirst()
  return row?.number ?? 0
}

type WatchOptions = {
  everyMs: number
  log: Pick<Log, 'warn' | 'info'>
  /** The revision that memory was built from. Left out, the first look reports a change: nothing is missed in between. */
  since?: number
}

/**
 * Calls `onChange` after every change, wherever it was made. It looks once per `everyMs`; PostgreSQL also tells us at once.
 * A change counts as seen only when `onChange` succeeded, so a failure is tried again.
 */
export function watchRevision(
  open: OpenStore,
  onChange: (revision: number) => Promise<void> | void,
  { everyMs, log, since }: WatchOptions,
): { stop(): Promise<void> } {
  let seen = since
  let isAway = false
  let stopped = false
  let timer: NodeJS.Timeout | undefined
  let looking: Promise<void> | undefined
  let again = false

  const look = async () => {
    try {
      const revision = await readRevision(open.store)
      if (revision !== seen && !stopped) {
        await onChange(revision)
        seen = revision
      }
      if (isAway) log.info('revision watch is back')
      isAway = false
    } catch (error) {
      if (!isAway) log.warn('revision watch failed, trying again', { error: String(error) })
      isAway = true
    }
  }
  /** One look at a time; a call during a look makes another follow it. */
  function wake() {
    if (stopped) return
    if (looking) {
      again = true
      return
    }
    looking = look().then(() => {
      looking = undefined
      clearTimeout(timer)
      if (!stopped) timer = setTimeout(wake, again ? 0 : everyMs)
      again = false
    })
  }
  const listener =
    open.main.kind === 'postgres' ? listen(open.main.url, channel, wake, { retryMs: everyMs, log }) : undefined
  wake()
  return {
    async stop() {
      stopped = true
      clearTimeout(timer)
      await listener?.stop()
      await looking
    },
  }
}
