import type { Log } from '../../../../log.ts'
import type { OpenStore } from '../../../../store/store.ts'
import { replaySpool } from '../spool/replay.ts'
import { Spool } from '../spool/spool.ts'
import { DatabaseAway } from './database-failure.ts'
import { type Executor, locksOf } from './executor.ts'
import { GroupCommit, type GroupCommitLimits } from './group-commit.ts'
import { postgresExecutor } from './ledger-postgres.ts'
import { sqliteExecutor } from './ledger-sqlite.ts'
import {
  type CaptureOperation,
  type CheckpointOperation,
  type CutOperation,
  type ExpireOperation,
  type ExtendOperation,
  type GrantOperation,
  type HoldOperation,
  isDoneAtCommit,
  type OccupyOperation,
  type Operation,
  type Outcome,
  type RecallOperation,
  type ReleaseOperation,
  type Settlement,
} from './operations.ts'
import { storable, storableLog } from './storable-texts.ts'

type Input<Kind extends Operation> = Omit<Kind, 'kind'>
export type HoldInput = Input<HoldOperation> & {
  /** The call runs for long or outlives this process: no slice may cover it. */
  isLongRunning?: boolean | undefined
}
export type CaptureInput = Input<CaptureOperation>

/** The one module that moves money for calls. A refusal is an outcome; a thrown error is a bug. */
export type Ledger = {
  /** Holds an amount, if user and token may spend it. */
  hold(hold: HoldInput): Promise<Outcome>
  /** Raises the amount of an open hold. A refusal leaves it unchanged. */
  extend(extension: Input<ExtendOperation>): Promise<Outcome>
  /** Takes a slot on a channel for the next attempt of a call, instead of the one it has. */
  occupy(place: Input<OccupyOperation>): Promise<Outcome>
  /** Stores the charge of a running call so far, and extends its expiry. */
  checkpoint(checkpoint: Input<CheckpointOperation>): Promise<Outcome>
  /** Ends a call with its charge. When it returns, the charge is durable: committed or in the spool. */
  capture(capture: CaptureInput): Promise<Outcome>
  /** Ends a call that delivered nothing. */
  release(release: Input<ReleaseOperation>): Promise<Outcome>
  /** Ends an expired hold, charging the amount of its last checkpoint. */
  expire(expiry: Input<ExpireOperation>): Promise<Outcome>
  /** Whether a settlement would be durable now, in the database or in the spool. */
  canSettle(): Promise<boolean>
  /** Whether the database takes operations, the spool is writable and no settlement waits in memory. */
  isHealthy(): boolean
  counts(): { batches: number; operations: number; waiting: number; spooled: number; sliced: number }
  /** Commits or spools the running operations. */
  close(): Promise<void>
}

/** The ledger that decides every operation in the database, with the operations on slices. */
export type ExactLedger = Ledger & {
  grant(grant: Input<GrantOperation>): Promise<Outcome>
  cut(cut: Input<CutOperation>): Promise<Outcome>
  recall(recall: Pick<RecallOperation, 'user_id' | 'at'>): Promise<Outcome>
}

export type LedgerDeps = {
  open: OpenStore
  clock: () => number
  log: Log
  /** The folder of settlements that wait while the database is away. */
  spoolFolder: string
  limits?: Partial<GroupCommitLimits>
}

const defaultLimits: GroupCommitLimits = {
  batchMax: 256,
  queueMax: 4096,
  giveUpMs: 1500,
  awayAfterMs: 1000,
  contendedMs: 1000,
  gatherMs: 3,
}
const holdSecondsMax = 600
/** Settlements kept in memory while neither database nor spool can be written. */
const unwrittenMax = 50_000
/** How often the spool is replayed, and how often it is probed for being writable. */
const replayEverySeconds = 1
const probeEverySeconds = 30

export function createLedger({ open, clock, log, spoolFolder, limits }: LedgerDeps): ExactLedger {
  const executor = executorOf(open)
  const spool = new Spool(spoolFolder)
  const commits = new GroupCommit<Operation, Outcome>({
    ...defaultLimits,
    ...limits,
    execute: (operations, mode, onCommit) => executor.execute(operations, mode, onCommit).catch(againAfter(operations)),
    locksOf,
    kindOf: ({ kind }) => kind,
    isDoneAtCommit,
    onBack: () => replay(),
    // The caller was refused, and its release may have come before this commit and found no hold.
    onLate: (operation, { ok }) => {
      if (ok && isRefusable(operation)) releaseHold(operation)
    },
    log,
  })

  const submit = (operation: Exclude<Operation, Settlement>): Promise<Outcome> =>
    commits.submit(operation).catch((error: unknown) => {
      if (!(error instanceof DatabaseAway)) throw error
      if (isRefusable(operation) && error.wasSent) releaseHold(operation)
      return { ok: false, code: 'database_error' }
    })

  /** Frees a hold or slice that may have been committed although its caller was refused, before it expires. */
  const releaseHold = (hold: Refusable) => {
    settle({ ...callOf(hold), kind: 'release' }).catch(() => {})
  }

  /** Settlements that are being written to the spool. */
  const spooling = new Set<Promise<Outcome>>()
  const settle = (settlement: Settlement): Promise<Outcome> =>
    commits.submit(settlement).catch((error: unknown) => {
      const spooled = spoolOrSetAside(settlement, error)
      spooling.add(spooled)
      return spooled.finally(() => spooling.delete(spooled))
    })

  async function spoolOrSetAside(settlement: Settlement, error: unknown): Promise<Outcome> {
    const { request_id } = settlement
    if (!(error instanceof DatabaseAway)) {
      log.error('a settlement cannot be applied: set aside', { request_id, error })
      await spool.setAside(JSON.stringify(settlement))
      throw error
    }
    try {
      await spool.append(settlement)
      return { ok: true }
    } catch (cause) {
      log.error('a settlement is kept in memory: neither database nor spool takes it', { request_id, error: cause })
      if (unwritten.length < unwrittenMax) unwritten.push(again(settlement))
      else log.error('a settlement is lost: memory holds too many of them', { request_id })
      return { ok: false, code: 'database_error' }
    }
  }

  /**
   * Settlements that neither the database nor the spool took, oldest first. They are retried while the process runs.
   */
  const unwritten: Settlement[] = []
  let isRetrying = false
  async function retryUnwritten(): Promise<void> {
    if (isRetrying) return
    isRetrying = true
    try {
      if (!spool.isWritable) await spool.probe() // the server is ready again soon after the disk has space
      for (let settlement = unwritten[0]; settlement; settlement = unwritten[0]) {
        const { request_id } = settlement
        await commits.submit(settlement).catch((error: unknown) => {
          if (error instanceof DatabaseAway) return spool.append(settlement)
          log.error('a settlement cannot be applied: set aside', { request_id, error })
          return spool.setAside(JSON.stringify(settlement))
        })
        unwritten.shift()
        log.info('a settlement that was kept in memory is written', { request_id })
      }
    } catch {
      // Neither takes it yet. The timer tries again.
    } finally {
      isRetrying = false
    }
  }

  let replaying: Promise<void> | undefined
  async function applySpool(): Promise<void> {
    try {
      await replaySpool({
        spool,
        store: open.store,
        clock,
        log,
        submit: (settlement) => commits.submit(again(settlement)),
      })
    } catch (error) {
      log.warn('the spool waits for the database', { error })
    } finally {
      replaying = undefined
    }
  }
  const replay = () => {
    if (!commits.isAway) replaying ??= applySpool()
  }
  const timers = [
    setInterval(replay, replayEverySeconds * 1000).unref(),
    setInterval(retryUnwritten, replayEverySeconds * 1000).unref(),
    setInterval(() => spool.probe(), probeEverySeconds * 1000).unref(),
  ]
  replay()
  const probed = spool.probe()

  return {
    hold(hold) {
      if (!isAmount(hold.amount)) return notAnAmount(hold.amount)
      const { request_id, user_id, caller_id, token_id, sources, amount, at, slice } = hold
      const call = { kind: 'hold' as const, request_id, user_id, caller_id, token_id, sources, amount, at, slice }
      return submit({
        ...call,
        ...keptOf(hold),
        ...(hold.isRepeat && { isRepeat: true, wasReleased: hold.wasReleased === true }),
        ...(hold.limits && limitedBy(hold)),
      })
    },
    extend(extension) {
      if (!isAmount(extension.amount)) return notAnAmount(extension.amount)
      return submit({ ...extension, kind: 'extend' })
    },
    occupy: (place) => submit({ ...place, kind: 'occupy' }),
    checkpoint(checkpoint) {
      if (!isAmount(checkpoint.accrued)) return notAnAmount(checkpoint.accrued)
      return submit({ ...checkpoint, kind: 'checkpoint' })
    },
    capture(capture) {
      if (!isAmount(capture.charge)) return notAnAmount(capture.charge)
      const { request_id, user_id, caller_id, token_id, channel_id, charge, at, limits, slice, isRepeat } = capture
      const { sources, cost, prompt_tokens, completion_tokens } = capture
      const log = capture.log && storableLog(capture.log)
      return settle({
        kind: 'capture',
        request_id,
        user_id,
        caller_id,
        token_id,
        sources,
        channel_id,
        charge,
        at,
        log,
        limits,
        cost,
        prompt_tokens,
        completion_tokens,
        slice,
        isRepeat,
      })
    },
    release: (release) => settle({ ...release, kind: 'release' }),
    expire: (expiry) => submit({ ...expiry, kind: 'expire' }),
    grant: (grant) => submit({ ...grant, kind: 'grant' }),
    cut: (cut) => submit({ ...cut, ...keptOf(cut), kind: 'cut' }),
    recall: (recall) => submit({ ...recall, request_id: '', token_id: 0, kind: 'recall' }),
    isHealthy: () => !commits.isAway && spool.isWritable && unwritten.length === 0,
    async canSettle() {
      if (!commits.isAway) return true
      await spool.probe()
      return spool.isWritable
    },
    counts: () => ({
      ...commits.counts,
      waiting: commits.waiting,
      spooled: spool.records + unwritten.length,
      sliced: 0,
    }),
    async close() {
      for (const timer of timers) clearInterval(timer)
      await probed
      await replaying
      await commits.close()
      await Promise.allSettled(spooling)
      await retryUnwritten()
      await spool.close()
      await executor.close()
    },
  }
}

function executorOf({ exclusive, durable, main }: OpenStore): Executor {
  if (main.kind === 'postgres') return postgresExecutor(main.url)
  if (!exclusive || !durable) throw new Error('a SQLite store comes with its connection')
  return sqliteExecutor(exclusive, durable)
}

const limitedBy = ({ limits, prompt_tokens, output_tokens, isBound }: HoldInput) => ({
  limits,
  prompt_tokens,
  output_tokens,
  isBound,
})

/** The members of a hold's row that describe its call. */
const keptOf = ({ model_name, group, price_snapshot, at, expires_at }: HoldInput | Input<CutOperation>) => ({
  model_name: storable(model_name),
  group: storable(group),
  price_snapshot: storable(price_snapshot),
  expires_at: Math.min(expires_at, at + holdSecondsMax),
})

/**
 * Whether a refused operation may be released. The hold that a running call takes again stays: a release would end the
 * call.
 */
const isRefusable = (operation: Operation): operation is Refusable =>
  operation.kind === 'grant' || (operation.kind === 'hold' && !operation.isRepeat)
type Refusable = HoldOperation | GrantOperation

const callOf = ({ request_id, user_id, caller_id, token_id, sources, at }: Refusable) => ({
  request_id,
  user_id,
  caller_id,
  token_id,
  sources,
  at,
})

const again = (settlement: Settlement): Settlement =>
  settlement.kind === 'capture' ? { ...settlement, isRepeat: true } : settlement

/** A batch that failed may have been committed nevertheless. */
const againAfter = (operations: readonly Operation[]) => (error: unknown) => {
  for (const operation of operations) if (operation.kind === 'capture') operation.isRepeat = true
  throw error
}

const isAmount = (amount: number): boolean => Number.isSafeInteger(amount) && amount >= 0
const notAnAmount = (amount: number) => Promise.reject(new RangeError(`not an amount: ${amount}`))
