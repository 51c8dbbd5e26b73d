import { sql } from 'kysely'
import type { Log } from '../log.ts'
import { isPostgres } from './is-postgres.ts'
import { listen } from './postgres/listen.ts'
import type { OpenStore, Store } from './store.ts'

const channel = 'turnpike_revision'

/**
 * Announces a change to rows that instances keep in memory. Call it in the transaction of the change, so that the new
 * number becomes visible together with the change.
 */
export async function bumpRevision(transaction: Store): Promise<void> {
  await transaction
    .insertInto('revision')
    .values({ id: 1, number: 1 })
    .onConflict((conflict) =>
      conflict.column('id').doUpdateSet((values) => ({ number: values('revision.number', '+', 1) })),
    )
    .execute()
  await wakeWatches(transaction)
}

/**
 * A change of rows that instances keep in memory: in force on this instance when it returns, and on the others within 2 s. The
 * revision is raised first, because that locks its row: other changes wait until this transaction has committed.
 */
export async function announcedChange<Result>(
  { store, reload }: { store: Store; reload(): Promise<void> },
  work: (transaction: Store) => Promise<Result>,
): Promise<Result> {
  const result = await store.transaction().execute(async (transaction) => {
    await bumpRevision(transaction)
    return work(transaction)
  })
  await reload()
  return result
}

export async function readRevision(store: Store): Promise<number> {
  return (await readState(store)).number
}

async function readState(store: Store) {
  const row = await store.selectFrom('revision').select(['number', 'looked_until']).executeTakeFirst()
  return row ?? { number: 0, looked_until: 0 }
}

/**
 * Makes every instance call its `onLook` until a time. The watches read this time together with the revision, so it
 * costs nothing while nobody looks.
 */
export async function requestLook(store: Store, until: number): Promise<void> {
  await store
    .insertInto('revision')
    .values({ id: 1, number: 0, looked_until: until })
    .onConflict((conflict) => conflict.column('id').doUpdateSet({ looked_until: until }))
    .execute()
  await wakeWatches(store)
}

/** On PostgreSQL watches look at once; on SQLite within a second. */
export async function wakeWatches(store: Store): Promise<void> {
  if (isPostgres(store)) await sql`select pg_notify(${channel}, '')`.execute(store)
}

type WatchOptions = {
  everyMs: number
  log: Pick<Log, 'warn' | 'info'>
  /** The revision of the rows in memory. If it is absent, the first look reports a change. */
  since?: number
  /** Called at every look, with the time until which an administrator watches running calls. */
  onLook?(lookedUntil: number): void
}

/**
 * Calls `onChange` after every change on any instance. It reads the revision every `everyMs`; PostgreSQL also notifies
 * at once. A change counts as seen when `onChange` has succeeded, so a failure is retried.
 */
export function watchRevision(
  open: OpenStore,
  onChange: (revision: number) => Promise<void> | void,
  { everyMs, log, since, onLook }: WatchOptions,
): { stop(): Promise<void> } {
  let seen = since
  let isAway = false
  let stopped = false
  let timer: NodeJS.Timeout | undefined
  let looking: Promise<void> | undefined
  let again = false

  const look = async () => {
    try {
      const { number: revision, looked_until } = await readState(open.store)
      if (!stopped) onLook?.(looked_until)
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
  /** One look at a time. A call during a look makes another one follow. */
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
