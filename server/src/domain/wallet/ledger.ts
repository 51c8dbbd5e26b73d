import type { Log } from '../../log.ts'
import type { OpenStore } from '../../store/store.ts'
import type { Executor } from './executor.ts'
import { DatabaseAway } from './failure.ts'
import { GroupCommit, type GroupCommitLimits } from './group-commit.ts'
import { postgresExecutor } from './ledger-postgres.ts'
import { sqliteExecutor } from './ledger-sqlite.ts'
import type {
  CaptureOperation,
  CheckpointOperation,
  ExpireOperation,
  ExtendOperation,
  HoldOperation,
  Operation,
  Outcome,
  ReleaseOperation,
  Settlement,
} from './operations.ts'
import { replaySpool } from './replay.ts'
import { Spool } from './spool.ts'
import { storableTexts } from './storable-texts.ts'

type Asked<Kind extends Operation> = Omit<Kind, 'kind'>

/** The one module that moves money. A refusal is an outcome; whatever it throws is a bug. */
export type Ledger = {
  /** Sets money aside, if user and token are in good standing and have it. */
  hold(hold: Asked<HoldOperation>): Promise<Outcome>
  /** Makes an open hold cover more; a refusal leaves it as it was. */
  extend(extension: Asked<ExtendOperation>): Promise<Outcome>
  /** Notes what a running call has delivered, and that it is alive. */
  checkpoint(checkpoint: Asked<CheckpointOperation>): Promise<Outcome>
  /** Ends a call with its charge. When it returns, the charge is durable: committed or in the spool. */
  capture(capture: Asked<CaptureOperation>): Promise<Outcome>
  /** Ends a call that delivered nothing. */
  release(release: Asked<ReleaseOperation>): Promise<Outcome>
  /** Ends a hold whose time is over, charging what its last checkpoint says. */
  expire(expiry: Asked<ExpireOperation>): Promise<Outcome>
  /** Whether calls can be charged, and their charges kept if the database goes away. */
  isHealthy(): boolean
  counts(): { batches: number; operations: number; waiting: number }
  /** Commits or spools what is under way. */
  close(): Promise<void>
}

export type LedgerDeps = {
  open: OpenStore
  clock: () => number
  log: Log
  /** Where settlements wait while the database is away. */
  spoolFolder: string
  limits?: Partial<GroupCommitLimits>
}

const defaultLimits: GroupCommitLimits = { batchMax: 256, queueMax: 4096, giveUpMs: 1500, awayAfterMs: 1000 }
const holdSecondsMax = 600
/** How often the spool is looked at, and how often it is tried whether it could be written. */
const replayEverySeconds = 1
const probeEverySeconds = 30

export function createLedger({ open, clock, log, spoolFolder, limits }: LedgerDeps): Ledger {
  const executor = executorOf(open)
  const spool = new Spool(spoolFolder)
  const commits = new GroupCommit<Operation, Outcome>({
    ...defaultLimits,
    ...limits,
    execute: executor.execute,
    keyOf: ({ user_id }) => user_id,
    onBack: () => replay(),
    log,
  })

  async function ask(operation: Exclude<Operation, Settlement>): Promise<Outcome> {
    try {
      return await commits.submit(operation)
    } catch (error) {
      if (!(error instanceof DatabaseAway)) throw error
      // It may have been granted after all; nobody shall wait for the expiry of a hold that no call has.
      if (operation.kind === 'hold' && error.wasSent) settle({ ...callOf(operation), kind: 'release' }).catch(() => {})
      return { ok: false, code: 'database_error' }
    }
  }

  const settling = new Set<Promise<Outcome>>()
  async function settle(settlement: Settlement): Promise<Outcome> {
    const settled = commitOrSpool(settlement)
    settling.add(settled)
    try {
      return await settled
    } finally {
      settling.delete(settled)
    }
  }

  async function commitOrSpool(settlement: Settlement): Promise<Outcome> {
    try {
      return await commits.submit(settlement)
    } catch (error) {
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
        log.error('a settlement is lost: neither database nor spool takes it', { request_id, error: cause })
        return { ok: false, code: 'database_error' }
      }
    }
  }

  let replaying: Promise<void> | undefined
  async function applySpool(): Promise<void> {
    try {
      await replaySpool({ spool, store: open.store, clock, log, submit: (settlement) => commits.submit(settlement) })
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
    setInterval(() => spool.probe(), probeEverySeconds * 1000).unref(),
  ]
  replay()
  const probed = spool.probe()

  return {
    async hold(hold) {
      const expires_at = Math.min(hold.expires_at, hold.at + holdSecondsMax)
      return ask({ ...storableTexts(hold), kind: 'hold', amount: amountOf(hold.amount), expires_at })
    },
    extend: async (extension) => ask({ ...extension, kind: 'extend', amount: amountOf(extension.amount) }),
    checkpoint: async (checkpoint) => ask({ ...checkpoint, kind: 'checkpoint', accrued: amountOf(checkpoint.accrued) }),
    async capture({ log: row, consumption, ...capture }) {
      const recorded = {
        ...(row && { log: storableTexts(row) }),
        ...(consumption && { consumption: storableTexts(consumption) }),
      }
      return settle({ ...capture, ...recorded, kind: 'capture', charge: amountOf(capture.charge) })
    },
    release: (release) => settle({ ...release, kind: 'release' }),
    expire: (expiry) => ask({ ...expiry, kind: 'expire' }),
    isHealthy: () => !commits.isAway && spool.isWritable,
    counts: () => ({ ...commits.counts, waiting: commits.waiting }),
    async close() {
      for (const timer of timers) clearInterval(timer)
      await probed
      await replaying
      await commits.close()
      await Promise.allSettled(settling)
      await spool.close()
      await executor.close()
    },
  }
}

function executorOf({ alone, main }: OpenStore): Executor {
  if (main.kind === 'postgres') return postgresExecutor(main.url)
  if (!alone) throw new Error('a SQLite store comes with its connection')
  return sqliteExecutor(alone)
}

const callOf = ({ request_id, user_id, token_id, at }: HoldOperation) => ({ request_id, user_id, token_id, at })

function amountOf(amount: number): number {
  if (!Number.isSafeInteger(amount) || amount < 0) throw new RangeError(`not an amount: ${amount}`)
  return amount
}
