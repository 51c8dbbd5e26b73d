import { randomUUID } from 'node:crypto'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { defaultRoot } from '@turnpike/contract/identity/user'
import { Registry } from 'prom-client'
import { buildApp, httpOptions } from '../app.ts'
import type { Config } from '../config.ts'
import type { AppDeps } from '../console.ts'
import { createLedger, type LedgerDeps } from '../domain/money/wallet/ledger/ledger.ts'
import { createSlicedLedger, type SliceLimits } from '../domain/money/wallet/slices/sliced-ledger.ts'
import { createAttemptLog } from '../domain/routing/channels/attempts/attempt-log.ts'
import type { ChannelDeps } from '../domain/routing/channels/channel-deps.ts'
import { createChannelMails } from '../domain/routing/channels/health/channel-mails.ts'
import { addKeySpending } from '../domain/routing/channels/keys/channel-keys.queries.ts'
import { addStickyFigures } from '../domain/routing/channels/keys/sticky.queries.ts'
import { createTally } from '../domain/routing/channels/keys/tally.ts'
import { createChannelRuns } from '../domain/routing/channels/runs/channel-run.ts'
import { sealStoredProxies } from '../domain/routing/proxies/seal-stored.ts'
import { loadFaq } from '../domain/system/faq/live-faq.ts'
import { loadOptions } from '../domain/system/options/live-options.ts'
import { announceSetup } from '../domain/system/setup/announce-setup.ts'
import { createRoot } from '../domain/system/setup/create-root.ts'
import { createCallBoard } from '../domain/usage/live-calls/call-board.ts'
import { createFailureLog } from '../domain/usage/logs/failure-log.ts'
import { createRecordQueue } from '../domain/usage/prompt-records/record-queue.ts'
import { createInFlight, inFlightLimits, memoryLimits } from '../gateway/entry/in-flight/in-flight.ts'
import { callsOf } from '../gateway/entry/in-flight/in-flight-calls.ts'
import { createAuthenticator } from '../gateway/entry/key/authenticate.ts'
import { createRelayMetrics } from '../gateway/entry/relay-metrics.ts'
import { createProbe } from '../gateway/probe/probe.ts'
import { ChannelQueue } from '../gateway/routing/channel-queue.ts'
import { loadCooldowns } from '../gateway/routing/cooldowns.ts'
import { loadSnapshot } from '../gateway/routing/snapshot.ts'
import { createSticky } from '../gateway/routing/sticky.ts'
import { createTokenCache } from '../gateway/routing/token-cache.ts'
import { createListeners } from '../http/connections/listeners.ts'
import { createLimits } from '../http/limits.ts'
import { connectRedis } from '../http/redis.ts'
import { startJobs } from '../jobs/jobs.ts'
import type { Log } from '../log.ts'
import { createMailer } from '../mail/mailer.ts'
import { createAgents, createChannelAgents } from '../outbound/agents.ts'
import { createOutbound } from '../outbound/outbound.ts'
import { direct } from '../outbound/proxies.ts'
import { loadSecretKey } from '../secrets/secret-key.ts'
import { openVault } from '../secrets/vault.ts'
import { StartError } from '../start-error.ts'
import { databaseClock } from '../store/database-clock.ts'
import { migrate } from '../store/migrate.ts'
import { oneAfterAnother } from '../store/one-after-another.ts'
import { watchRevision } from '../store/revision.ts'
import { openStore, type StoreSettings } from '../store/store.ts'
import { loadTraces } from '../traces/load-traces.ts'
import { warmUp } from '../warm-up/warm-up.ts'
import type { WorkerServices } from '../workers/connect-worker.ts'
import type { WorkerEnd } from '../workers/topics.ts'

/** How long the parts of a server may each take to close after the last call. */
const closeSeconds = 5
const webFolder = join(import.meta.dirname, '..', '..', '..', 'web', 'dist')

export type Server = {
  /** The URL to open in a browser. */
  url: string
  deps: AppDeps
  /** Stops accepting requests, lets running calls finish, closes every connection. Safe to call twice. */
  stop(ending?: Partial<WorkerEnd>): Promise<void>
}

export type StartOptions = {
  /** The folder of the web pages, this machine's clocks, and the ledger's patience: replaced by tests. */
  pages?: string
  clocks?: Parameters<typeof databaseClock>[1]
  ledgerLimits?: LedgerDeps['limits'] & Partial<SliceLimits>
  workerServices?: WorkerServices
  /** Whether chats are relayed within the process before the first client can connect. */
  warmsUp?: boolean
}

/** Configuration → a listening server: secrets, database, first account, options, routes, in this order. */
export async function startServer(
  config: Config,
  log: Log,
  { pages = webFolder, clocks, ledgerLimits = {}, workerServices, warmsUp = false }: StartOptions = {},
): Promise<Server> {
  const { key, created } = loadSecretKey(config.SECRET_KEY, join(config.DATA_DIR, 'secret-key'))
  if (created)
    log.warn('made a new secret key: back it up, stored keys cannot be read without it', {
      file: join(config.DATA_DIR, 'secret-key'),
    })
  const vault = openVault(key, config.SESSION_SECRET)

  const settings: StoreSettings = {
    main: config.database,
    ...(config.logDatabase && { log: config.logDatabase }),
    synchronous: config.SQLITE_SYNCHRONOUS,
    poolSize: Math.max(2, Math.ceil(config.SQL_MAX_OPEN_CONNS / config.WORKERS)),
  }
  const open = await openStore({ ...settings, mayLackLog: true }).catch(
    orStop('The database cannot be opened; see SQL_DSN, SQLITE_PATH and LOG_SQL_DSN.'),
  )
  const { applied, backup, lacksLog = false } = await migrate(open, { mayLackLog: true })
  if (applied.length > 0) log.info('database migrated', { applied, backup })
  if (lacksLog) log.warn('the log database is away: log rows stay in the main database until it is back')
  const clock = databaseClock(open, clocks)
  await clock.sync()
  const password = config.INITIAL_ROOT_PASSWORD ?? defaultRoot.password
  const isFirstStart = await createRoot(open.store, password, clock.now())

  const redis =
    config.REDIS_CONN_STRING && !workerServices ? await connectRedis(config.REDIS_CONN_STRING, log) : undefined
  const options = await loadOptions(open.store, vault, log).catch(async (error: unknown) => {
    await open.close()
    throw error
  })
  await sealStoredProxies({ store: open.store, vault, log })
  const cooldowns = await loadCooldowns({ store: open.store, clock: clock.now, log })
  const snapshot = await loadSnapshot({ store: open.store, vault, cooldowns, clock: clock.now }, options)
  const faq = await loadFaq(open.store)
  const reload = oneAfterAnother(async () => {
    await options.reload()
    await snapshot.reload()
    await faq.reload()
  })
  const { egress, proxies } = config
  if (proxies.shown && (workerServices?.announcesSetup ?? true)) log.info('requests go through proxies', proxies.shown)
  const agents = createChannelAgents(egress, proxies)
  const tokenCache = createTokenCache()
  const limits = workerServices?.limits ?? createLimits(config.RATE_LIMIT_FACTOR, redis)
  const mail = createMailer(options.current, createAgents(egress, direct), log)
  const { store } = open
  const keys = createAuthenticator({ store, vault, clock: clock.now, limits, log })
  const shared: ChannelDeps = {
    config,
    log,
    store,
    logStore: open.logStore,
    vault,
    options,
    faq,
    limits,
    outbound: createOutbound(egress, proxies),
    mail,
    probe: createProbe({
      ...{ agents, tokenCache, config, vault, clock: clock.now },
      proxies: () => snapshot.current().proxies,
    }),
    channelRuns: createChannelRuns({ store, clock: clock.now, log, config }),
    channelMails: createChannelMails({ store, mail, options, log }),
    forgetKey: keys.forget,
    reload,
    ping: open.ping,
    clock: clock.now,
  }
  const registry = new Registry()
  const holder = randomUUID()
  const inFlight = workerServices?.inFlight ?? createInFlight(inFlightLimits(memoryLimits(config)))
  const books = { open, clock: clock.now, log, limits: ledgerLimits }
  const deps: AppDeps = {
    ...shared,
    snapshot,
    ledger: createSlicedLedger(createLedger({ ...books, spoolFolder: config.LEDGER_SPOOL_DIR }), books),
    agents,
    tokenCache,
    authenticate: keys.authenticate,
    inFlight,
    callBoard: createCallBoard({ store, clock: clock.now, log, process: holder, calls: callsOf(inFlight) }),
    metrics: createRelayMetrics(registry),
    traces: await loadTraces(config, registry, log),
    failureLog: createFailureLog({ store, clock: clock.now, log }),
    promptRecords: createRecordQueue({ logStore: open.logStore, vault, log }),
    attemptLog: createAttemptLog({ store, log, process: holder }),
    cooldowns,
    channelQueue: new ChannelQueue(),
    keySpending: createTally((id, spent) => addKeySpending(store, id, spent), log),
    sticky: createSticky(),
    stickyFigures: createTally((id, figures) => addStickyFigures(store, id, figures), log),
    random: Math.random,
  }

  workerServices?.showMetrics(registry)
  const readMetrics = workerServices?.readMetrics ?? (() => registry.metrics())
  const app = await buildApp(deps, { webFolder: pages, registry, readMetrics })
  if (workerServices) app.drain.onWatch(workerServices.noteWatch)
  const listeners = createListeners(app, httpOptions, log)
  const watch = watchRevision(open, reload, { everyMs: 1000, log, onLook: deps.callBoard.look })
  const jobs = await startJobs(deps, { open, settings, syncClock: clock.sync, holder, lacksLog })

  let announced = Promise.resolve()
  const close = async ({ isReplaced = false, isWatched = app.drain.isWatched() }: Partial<WorkerEnd> = {}) => {
    const delayMs = config.DRAIN_DELAY_SECONDS * 1000
    app.drain.begin({ staysReady: isReplaced, graceMs: isReplaced ? delayMs : 0 })
    // New connections go to the other workers from now on. An accepted one may still bring its first request.
    if (isReplaced) listeners.stopAccepting()
    void deps.channelRuns.stop() // channel runs end at once while calls finish
    // A load balancer sends calls here until it has noticed that the server is not ready. A replaced worker ends each
    // connection with a response, so that no client finds a connection closed that it is about to use.
    if (isWatched || isReplaced) await pause(delayMs)
    const closed = listeners.close()
    await atMost(config.DRAIN_SECONDS, closed)
    listeners.closeAllConnections()
    await closed
    const giveUpAt = performance.now() + closeSeconds * 1000
    while (deps.inFlight.count() > 0 && performance.now() < giveUpAt) await pause(10) // interrupted calls are charged first
    // An unresponsive database, a mail server or a long verification of the ledger would delay the end.
    await atMost(closeSeconds, Promise.all([announced, watch.stop(), ...jobs.map((job) => job.stop())]))
    await atMost(closeSeconds, Promise.all([deps.channelRuns.stop(), deps.channelMails.settled()])) // a late call may have begun a run
    await atMost(closeSeconds, Promise.all([deps.failureLog.close(), deps.attemptLog.close(), deps.callBoard.close()]))
    await atMost(closeSeconds, Promise.all([deps.promptRecords.close(), deps.traces?.close()]))
    await atMost(closeSeconds, Promise.all([cooldowns.close(), deps.keySpending.close(), deps.stickyFigures.close()]))
    await atMost(closeSeconds, deps.ledger.close()) // committing or spooling takes less
    redis?.disconnect()
    await atMost(closeSeconds, Promise.all([deps.outbound.close(), deps.agents.close(), open.close()]))
  }
  if (warmsUp) await warmUp(deps).catch((error: unknown) => log.warn('warm-up failed', { error }))
  const port = await listeners.listen(config.HOST, config.PORT).catch(async (error: Error) => {
    await close()
    return orStop('The server cannot listen; see HOST and PORT.')(error)
  })
  const url = urlOf(config.HOST, port)
  // It checks a password hash, which takes a core for 50 ms: only a first start waits for it.
  if (workerServices?.announcesSetup ?? true)
    announced = announceSetup(deps, { url, isFirstStart }).catch((error: unknown) =>
      log.warn('no link to set the first password', { error }),
    )
  if (isFirstStart) await announced
  let stopping: Promise<void> | undefined
  return {
    url,
    deps,
    stop: (ending) => {
      stopping ??= close(ending)
      return stopping
    },
  }
}

/** Turns an error into a StartError: the operator reads which settings to check and the reason, not a stack. */
const orStop =
  (advice: string) =>
  (error: Error & { code?: string }): never => {
    throw new StartError(`${advice}\n  ${error.message || error.code}`, { cause: error })
  }

/** Waits until the work is done or the time is over. */
async function atMost(seconds: number, work: Promise<unknown>): Promise<void> {
  const over = new AbortController()
  try {
    await Promise.race([work, pause(seconds * 1000, undefined, { signal: over.signal })])
  } finally {
    over.abort()
  }
}

function urlOf(host: string, port: number): string {
  const isEverywhere = host === '0.0.0.0' || host === '::'
  return `http://${isEverywhere ? 'localhost' : host.includes(':') ? `[${host}]` : host}:${port}`
}
