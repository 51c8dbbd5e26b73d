import { setImmediate as nextTurn } from 'node:timers/promises'
import type { Log } from '../../../log.ts'
import type { Vault } from '../../../secrets/vault.ts'
import type { Store } from '../../../store/store.ts'
import { insertRecord } from './prompt-records.queries.ts'
import type { RecordedCall } from './recorded-call.ts'
import { sealRecord } from './sealed-record.ts'

export type RecordQueue = {
  /** Returns at once. A record that finds the queue full is dropped and counted. */
  add(call: RecordedCall): void
  counts(): { written: number; dropped: number; waiting: number }
  /** Writes the waiting records. */
  close(): Promise<void>
}

type RecordQueueDeps = { logStore: Store; vault: Vault; log: Log; limits?: { recordsMax: number; bytesMax: number } }

const daySeconds = 24 * 60 * 60
const usualLimits = { recordsMax: 1000, bytesMax: 32 * 1024 * 1024 }

/** Records of ended calls, redacted, sealed and written one after the other. While the database is away they are dropped. */
export function createRecordQueue({ logStore, vault, log, limits = usualLimits }: RecordQueueDeps): RecordQueue {
  const waiting: RecordedCall[] = []
  let waitingBytes = 0
  let written = 0
  let dropped = 0
  let working: Promise<void> | undefined

  const write = async (call: RecordedCall) => {
    const { sealed, isCut } = await sealRecord(call, vault)
    const { request_id, user_id, account_id, token_id, created_at, kept_by, terms } = call
    await insertRecord(logStore, {
      request_id,
      user_id,
      account_id,
      token_id,
      created_at,
      expires_at: created_at + terms.days * daySeconds,
      kept_by,
      cut: isCut ? 1 : 0,
      redacted: terms.redact ? 1 : 0,
      sampled: terms.share < 100 ? 1 : 0,
      size: call.sides.reduce((sum, { size }) => sum + size, 0),
      sealed,
    })
  }
  const work = async () => {
    for (let call = waiting.shift(); call; call = waiting.shift()) {
      await nextTurn() // calls have priority
      waitingBytes -= bytesOf(call)
      try {
        await write(call)
        written++
      } catch (error) {
        dropped++
        log.warn('prompt record not written', { request_id: call.request_id, error })
      }
    }
    working = undefined
  }
  return {
    add(call) {
      const bytes = bytesOf(call)
      if (waiting.length >= limits.recordsMax || waitingBytes + bytes > limits.bytesMax) {
        dropped++
        return
      }
      waiting.push(call)
      waitingBytes += bytes
      working ??= work()
    },
    counts: () => ({ written, dropped, waiting: waiting.length }),
    close: async () => working,
  }
}

const bytesOf = ({ sides }: RecordedCall): number => sides.reduce((sum, { bytes }) => sum + bytes.length, 0)
