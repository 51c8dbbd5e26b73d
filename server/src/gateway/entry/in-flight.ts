import type { Config } from '../../config.ts'
import { Refusal } from './refusals.ts'

/** More than this at once is refused, not queued. */
const callsMax = { token: 100, user: 200, instance: 12_000 } as const

type Caller = { user_id: number; token_id: number }

/** How many bytes of requests and answers may be in memory: in the whole process, and for the calls of one user. */
type MemoryLimits = { bytesMax: number; userBytesMax: number }

const mebibyte = 1024 * 1024

/** A user may have a quarter of the memory, and always enough for one body, compressed and expanded. */
export function memoryLimits(config: Pick<Config, 'CALL_MEMORY_MB' | 'MAX_REQUEST_BODY_MB'>): MemoryLimits {
  const oneBody = 2 * config.MAX_REQUEST_BODY_MB * mebibyte
  const bytesMax = Math.max(config.CALL_MEMORY_MB * mebibyte, oneBody)
  return { bytesMax, userBytesMax: Math.max(bytesMax / 4, oneBody) }
}

/**
 * A call that is running. It counts from the first byte of its request until its work is done and its response is
 * complete, or the client has hung up.
 */
export type RunningCall = {
  /** Reserves memory; refused when there is not so much left. */
  take(bytes: number): void
  /** Counts memory that is in use already and cannot be refused: an answer is paid for. */
  add(bytes: number): void
  /** Returns memory that was reserved and is not needed. */
  give(bytes: number): void
  beginWork(): void
  endWork(): void
  /** The response is complete, or its connection is closed. */
  closeResponse(): void
}

export type InFlight = {
  /** Counts a call, or refuses it. */
  enter(caller: Caller): RunningCall
  count(): number
  bytes(): number
}

/** The calls and bytes of one user. */
type Share = { calls: number; bytes: number }

export function createInFlight({ bytesMax, userBytesMax }: MemoryLimits): InFlight {
  const tokens = new Map<number, number>()
  const users = new Map<number, Share>()
  let calls = 0
  let bytes = 0

  class Running implements RunningCall {
    readonly #caller: Caller
    readonly #user: Share
    #bytes = 0
    #isWorking = false
    #isClosed = false

    constructor(caller: Caller, user: Share) {
      this.#caller = caller
      this.#user = user
    }

    take(more: number): void {
      if (this.#user.bytes + more > userBytesMax) throw new Refusal('too_many_bytes', { retryAfterSeconds: 1 })
      if (bytes + more > bytesMax) throw new Refusal('server_busy', { retryAfterSeconds: 1 })
      this.add(more)
    }

    add(more: number): void {
      this.#bytes += more
      this.#user.bytes += more
      bytes += more
    }

    give(less: number): void {
      this.add(-less)
    }

    beginWork(): void {
      this.#isWorking = true
    }

    endWork(): void {
      this.#isWorking = false
      if (this.#isClosed) this.#leave()
    }

    closeResponse(): void {
      if (this.#isClosed) return
      this.#isClosed = true
      if (!this.#isWorking) this.#leave()
    }

    #leave(): void {
      const { user_id, token_id } = this.#caller
      this.add(-this.#bytes)
      calls--
      if (--this.#user.calls === 0) users.delete(user_id)
      if (token_id === 0) return
      const left = (tokens.get(token_id) ?? 1) - 1
      if (left > 0) tokens.set(token_id, left)
      else tokens.delete(token_id)
    }
  }

  return {
    count: () => calls,
    bytes: () => bytes,
    enter(caller) {
      const { user_id, token_id } = caller
      const ofToken = tokens.get(token_id) ?? 0
      const user = users.get(user_id) ?? { calls: 0, bytes: 0 }
      const isFull =
        calls >= callsMax.instance || user.calls >= callsMax.user || (token_id > 0 && ofToken >= callsMax.token)
      if (isFull) throw new Refusal('too_many_in_flight', { retryAfterSeconds: 1 })
      calls++
      user.calls++
      users.set(user_id, user)
      if (token_id > 0) tokens.set(token_id, ofToken + 1)
      return new Running(caller, user)
    },
  }
}
