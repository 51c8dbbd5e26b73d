import type { ModelPriceChange } from '@turnpike/contract/money/price-book'
import type { OptionValues } from '@turnpike/contract/options'
import type { Deps } from '../../../../deps.ts'
import type { Store } from '../../../../store/store.ts'
import { notify } from '../../../system/notifications/notify.ts'
import { readStored } from '../../../system/notifications/stored-setting.ts'
import { storedOptions } from '../../../system/options/live-options.ts'
import { readPriceChanges } from '../book/price-changes.queries.ts'
import { type RaisedPrice, raisedPrices } from '../book/raised-prices.ts'
import { foldedName } from '../folded-name.ts'
import { ratioForUsers } from '../group-ratio.ts'
import { priceLetter } from './price-letter.ts'
import {
  claimNotices,
  markUndelivered,
  pruneNotices,
  readActiveUsers,
  readNotices,
  readUsedModels,
} from './price-notices.queries.ts'

type NoticeDeps = Parameters<typeof notify>[0] & Pick<Deps, 'vault'>
type User = Awaited<ReturnType<typeof readActiveUsers>>[number]
type Listener = User & { raised: RaisedPrice[] }

/** Time to correct or cancel a change before anybody is told. */
const graceSeconds = 600
/** A user gets at most one notification in this time. */
const digestSeconds = 86_400
const batchMax = 500
const atOnce = 4

/**
 * Tells users that models which they use become dearer: once per change, all changes in one notification, at most one a
 * day. Who was told is written before the notification is sent, so that two instances do not both send it.
 */
export async function announcePrices(deps: NoticeDeps, keepLease: () => Promise<boolean>): Promise<void> {
  const { store, vault, options, clock } = deps
  const now = clock()
  const changes = await readPriceChanges(store)
  await pruneNotices(
    store,
    changes.map(({ id }) => id),
    now - digestSeconds,
  )
  if (changes.length === 0 || !options.current().PriceNoticeEnabled) return
  const { values } = await storedOptions(store, vault, options.current())
  const raised = raisedPrices(values, changes).filter(
    ({ effective_at, changed_at }) => effective_at > now && changed_at + graceSeconds <= now,
  )
  for await (const listeners of readListeners(store, raised, now - values.PriceNoticeDays * 86_400)) {
    if (!(await keepLease())) return
    const due = await withoutTold(store, listeners, now)
    for (let from = 0; from < due.length; from += atOnce)
      await Promise.all(due.slice(from, from + atOnce).map((listener) => tell(deps, listener, values)))
  }
}

/** How many users would be told if these changes were scheduled. */
export async function countListeners(
  { store, vault, options, clock }: Pick<Deps, 'store' | 'vault' | 'options' | 'clock'>,
  changes: readonly ModelPriceChange[],
): Promise<number> {
  const { values } = await storedOptions(store, vault, options.current())
  if (!values.PriceNoticeEnabled) return 0
  const change = { id: 0, effective_at: 0, created_at: 0, changed_at: 0, actor_id: 0, actor_name: '', changes }
  let count = 0
  const raised = raisedPrices(values, [change])
  for await (const listeners of readListeners(store, raised, clock() - values.PriceNoticeDays * 86_400))
    count += listeners.filter(isReachable).length
  return count
}

const isReachable = ({ email, setting }: User): boolean => {
  const { mail, webhook } = readStored(setting)
  return (mail && email !== '') || webhook.kind !== 'none'
}

/** The users who called models that become dearer and want to hear of it, batch by batch. */
async function* readListeners(store: Store, raised: readonly RaisedPrice[], since: number): AsyncGenerator<Listener[]> {
  if (raised.length === 0) return
  const byModel = Map.groupBy(raised, ({ model }) => model)
  const raisedOf = (name: string) => byModel.get(name) ?? byModel.get(foldedName(name)) ?? []
  let last = 0
  for (;;) {
    const users = await readActiveUsers(store, last, batchMax)
    last = users.at(-1)?.id ?? 0
    if (last === 0) return
    const rows = await readUsedModels(
      store,
      users.map(({ id }) => id),
      since,
    )
    const used = Map.groupBy(rows, ({ user_id }) => user_id)
    yield users.flatMap((user): Listener[] => {
      const own = new Set((used.get(user.id) ?? []).flatMap(({ model_name }) => raisedOf(model_name)))
      if (own.size === 0 || !readStored(user.setting).events.includes('price_increase')) return []
      return [{ ...user, raised: raised.filter((each) => own.has(each)) }]
    })
  }
}

/** The listeners who have not been told of all their changes, and of none within a day. */
async function withoutTold(store: Store, listeners: readonly Listener[], now: number): Promise<Listener[]> {
  if (listeners.length === 0) return []
  const notices = await readNotices(
    store,
    listeners.map(({ id }) => id),
  )
  const told = Map.groupBy(notices, ({ user_id }) => user_id)
  return listeners.flatMap((listener) => {
    const own = told.get(listener.id) ?? []
    if (own.some(({ told_at }) => told_at > now - digestSeconds)) return []
    const raised = listener.raised.filter(
      (each) => !own.some((notice) => notice.is_due === 0 && isNoticeOf(notice, each)),
    )
    return raised.length > 0 ? [{ ...listener, raised }] : []
  })
}

type Version = Pick<RaisedPrice, 'change_id' | 'changed_at'>
const isNoticeOf = (notice: Version, { change_id, changed_at }: Version) =>
  notice.change_id === change_id && notice.changed_at === changed_at

async function tell(deps: NoticeDeps, { raised, ...user }: Listener, options: OptionValues): Promise<void> {
  const { store, clock } = deps
  const now = clock()
  const versions = [...new Map(raised.map((each) => [each.change_id, each])).values()]
  const claimed = await claimNotices(store, { user_id: user.id, versions, now, retriedBefore: now - digestSeconds })
  const mine = raised.filter((each) => claimed.some((version) => isNoticeOf(version, each)))
  if (mine.length === 0) return
  const ratio = ratioForUsers(options, user.group, user.group) ?? 1
  const { mail, webhook } = await notify(deps, user, 'price_increase', priceLetter(mine, { ratio, options }))
  if (!mail && !webhook && (mail === false || webhook === false)) await markUndelivered(store, user.id, now)
}
