import type { AppDeps } from '../console.ts'
import type { Deps } from '../deps.ts'
import { paymentProviders } from '../domain/money/payments/payment-providers.ts'
import { settleDueChanges } from '../domain/money/pricing/book/price-changes.rules.ts'
import type { LiveSnapshot } from '../gateway/routing/snapshot.ts'
import { pollTasks, pollTasksEverySeconds } from '../gateway/tasks/poll-tasks.ts'
import { migrate } from '../store/migrate.ts'
import type { OpenStore, StoreSettings } from '../store/store.ts'
import { checkOpenOrders, checkOpenOrdersEverySeconds } from './check-open-orders.ts'
import { every, type Job } from './every.ts'
import { expireHolds, expireHoldsEverySeconds } from './expire-holds.ts'
import { fillUsageHours, fillUsageHoursEverySeconds } from './fill-usage-hours.ts'
import { housekeeping, housekeepingEverySeconds } from './housekeeping.ts'
import { makeLogMonths, makeLogMonthsEverySeconds } from './make-log-months.ts'
import { moveLogs, moveLogsEverySeconds } from './move-logs.ts'
import { priceNotices, priceNoticesEverySeconds } from './price-notices.ts'
import { quotaWarnings, quotaWarningsEverySeconds } from './quota-warnings.ts'
import { readPriceSources, readPriceSourcesEverySeconds } from './read-price-sources.ts'
import { createMemoryRelease, releaseMemoryEverySeconds } from './release-memory.ts'
import { runShares, runSharesEverySeconds } from './run-shares.ts'
import { runSubscriptions, runSubscriptionsEverySeconds } from './run-subscriptions.ts'
import { readModelLists, readModelListsEverySeconds, testChannels, updateBalances } from './scheduled-channel-runs.ts'
import { verifyLedgerEverySeconds, verifyLedgerInWorker } from './verify-ledger.ts'

type JobSettings = {
  open: OpenStore
  settings: StoreSettings
  syncClock: () => Promise<void>
  /** Names this process in leases: most jobs run on one instance at a time. */
  holder: string
  /** The log database was away when the server started. */
  lacksLog: boolean
}

/** A job: its name in the log, the seconds between two runs (undefined: it does not run), and its work. */
type Row = [name: string, seconds: number | undefined, work: () => Promise<void>]

/** Starts every timer of the server. */
export async function startJobs(
  deps: AppDeps,
  { open, settings, syncClock, holder, lacksLog }: JobSettings,
): Promise<Job[]> {
  const { config, clock, log } = deps
  const books = { open, clock, log }
  const makeMonths = () => makeLogMonths(books, holder)
  const { CHANNEL_TEST_FREQUENCY: testMinutes, CHANNEL_UPDATE_FREQUENCY: updateMinutes } = config
  const table: Row[] = [
    ['housekeeping', housekeepingEverySeconds, () => housekeeping(deps, holder)],
    ['price changes', settlePricesEverySeconds, () => settlePrices(deps)],
    ['price sources', readPriceSourcesEverySeconds, readPriceSources(deps, holder)],
    ['database clock', 60, syncClock],
    ['release memory', releaseMemoryEverySeconds, createMemoryRelease()],
    ['expire holds', expireHoldsEverySeconds, () => expireHolds(deps, holder)],
    ['log months', makeLogMonthsEverySeconds, makeMonths],
    ['usage hours', fillUsageHoursEverySeconds, () => fillUsageHours(books, holder)],
    ['move logs', moveLogsEverySeconds, mover(books, holder, lacksLog ? makeMonths : undefined)],
    ['verify ledger', verifyLedgerEverySeconds, () => verifyLedgerInWorker({ ...deps, settings }, holder)],
    ['check open orders', checkOpenOrdersEverySeconds, () => checkOpenOrders(deps, paymentProviders(deps), holder)],
    ['subscriptions', runSubscriptionsEverySeconds, () => runSubscriptions(deps, holder)],
    ['shares', runSharesEverySeconds, () => runShares(deps, holder)],
    ['quota warnings', quotaWarningsEverySeconds, () => quotaWarnings(deps, holder)],
    ['price notices', priceNoticesEverySeconds, () => priceNotices(deps, holder)],
    [
      'tasks',
      config.UPDATE_TASK ? Math.min(pollTasksEverySeconds, config.TASK_UPDATE_SECONDS) : undefined,
      () => pollTasks(deps, holder),
    ],
    ['test channels', inSeconds(testMinutes), () => testChannels(deps, holder, inSeconds(testMinutes) ?? 0)],
    ['model lists', readModelListsEverySeconds, () => readModelLists(deps)],
    ['update balances', inSeconds(updateMinutes), () => updateBalances(deps, holder, inSeconds(updateMinutes) ?? 0)],
  ]
  // Without monthly tables log rows go to the default table, so a failure here does not keep the server from starting.
  await makeMonths().catch((error: unknown) => log.warn('job failed', { job: 'log months', error }))
  return table.flatMap(([name, seconds, work]) => (seconds === undefined ? [] : [every(seconds, name, work, log)]))
}

const inSeconds = (minutes: number | undefined) => (minutes === undefined ? undefined : minutes * 60)

/** Moves log rows. Where the log database was away at the start, `makeMonths` prepares it once it is back. */
function mover(books: Parameters<typeof moveLogs>[0], holder: string, makeMonths?: () => Promise<void>) {
  let prepare = makeMonths
  return async () => {
    if (prepare) {
      await migrate(books.open)
      const makeFirst = prepare
      prepare = undefined
      books.log.info('the log database is back')
      await makeFirst()
    }
    await moveLogs(books, holder)
  }
}

const settlePricesEverySeconds = 1

type SettlePricesDeps = Pick<Deps, 'store' | 'vault' | 'options' | 'reload' | 'clock' | 'log'> & {
  snapshot: LiveSnapshot
}

/** Writes due price changes into the options. Without a due change, the database is not queried. */
async function settlePrices(deps: SettlePricesDeps): Promise<void> {
  if (!deps.snapshot.hasDuePrices()) return
  const count = await settleDueChanges(deps, deps.clock())
  if (count > 0) deps.log.info('price changes in force', { count })
}
