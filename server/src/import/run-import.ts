import { createHash } from 'node:crypto'
import { loadOptions } from '../domain/system/options/live-options.ts'
import type { Log } from '../log.ts'
import type { Vault } from '../secrets/vault.ts'
import { databaseClock } from '../store/database-clock.ts'
import type { OpenStore, Store } from '../store/store.ts'
import type { ImportContext } from './context.ts'
import { findSourceOfKeys } from './imports.queries.ts'
import type { Report } from './report.ts'
import { textIn } from './row.ts'
import type { OpenSource } from './sources/open-source.ts'
import type { Source } from './sources/source.ts'
import { importChannels } from './tables/channels.ts'
import { importLogs } from './tables/logs.ts'
import { importOptions } from './tables/options.ts'
import { reportPlanOrders } from './tables/plans/plan-orders.ts'
import { importPlans } from './tables/plans/plans.ts'
import { importSubscriptions } from './tables/plans/subscriptions.ts'
import { importQuotaData } from './tables/quota-data.ts'
import { importRedemptions } from './tables/redemptions.ts'
import { importDrawings, importTasks } from './tables/tasks.ts'
import { importTokens, tokenKeyOf } from './tables/tokens.ts'
import { importTopUps } from './tables/top-ups.ts'
import { importUsers } from './tables/users.ts'

export type ImportChoices = {
  /** The operator's argument, for a source without a name of its own. */
  named: string
  isDryRun: boolean
  logsSince: number | undefined
  say(text: string): void
  log: Log
}

/** Imports every table of the source, or reports what it would import. Tables that others refer to come first. */
export async function runImport(
  open: OpenStore,
  vault: Vault,
  { source, family }: OpenSource,
  { named, isDryRun, logsSince, say, log }: ImportChoices,
): Promise<Report> {
  const { store } = open
  const clock = databaseClock(open)
  await clock.sync()
  const context: ImportContext = {
    source,
    family,
    fingerprint: await fingerprintOf(source, store, vault, named),
    store,
    vault,
    options: (await loadOptions(store, vault, log)).current(),
    now: clock.now(),
    isDryRun,
    logsSince,
    ids: { users: new Map(), tokens: new Map(), channels: new Map(), plans: new Map() },
    say,
  }
  const about = { source: `${family.name} ${family.version}`.trim(), is_dry_run: isDryRun }
  const { report, options, prices } = await importOptions(context)
  const next = { ...context, options }
  if (family.name === 'litellm')
    return { ...about, tables: [report, await importChannels(next)], prices, not_imported: [] }
  const users = await importUsers(next)
  const tables = [report, users.report]
  for (const importTable of rest) tables.push(await importTable(next))
  return { ...about, tables, prices, not_imported: await notImported(source), balances: users.balances }
}

/**
 * In this order: tokens, codes, subscriptions and history name users, subscriptions name plans, and history names tokens and
 * channels.
 */
const rest = [
  importTokens,
  importChannels,
  importRedemptions,
  importTopUps,
  importPlans,
  importSubscriptions,
  reportPlanOrders,
  importTasks,
  importDrawings,
  importQuotaData,
  importLogs,
]

const imported =
  /^(options|users|tokens|channels|redemptions|top_ups|subscription_plans|user_subscriptions|subscription_orders|tasks|midjourneys|quota_data|logs)$/
/** Derived from other tables, or maintained by the database itself. */
const derived = /^(abilities|sqlite_\w+|setups|models|vendors|subscription_pre_consume_records)$/

async function notImported(source: Source): Promise<string[]> {
  const others = [...source.tables.keys()].filter((table) => !imported.test(table) && !derived.test(table)).sort()
  const withRows = []
  for (const table of others) if (!(await source.isEmpty(table))) withRows.push(table)
  return withRows
}

/**
 * Identifies a source, so that a repeated import imports nothing twice, even when its file was moved. Keys of tokens
 * are globally unique: a source with a key that was imported before is the same source. A new one is identified by its
 * first user, whose password hash no other server has.
 */
async function fingerprintOf(source: Source, store: Store, vault: Vault, named: string): Promise<string> {
  const tokens = await source.rows('tokens')
  const hashes = tokens.map((row) => vault.hash(tokenKeyOf(row), 'token key'))
  const before = await findSourceOfKeys(store, hashes)
  if (before) return before
  const [first] = await source.rows('users')
  const text = first ? ['id', 'username', 'password'].map((column) => textIn(first, column)).join('\n') : named
  return createHash('sha256').update(text).digest('hex').slice(0, 16)
}
