import type { Config } from '../../../config.ts'
import { Refusal } from '../errors/refusals.ts'
import { Exhausted, type InFlightLimits, ownShares, type Share, type Shares, type Want } from './shares.ts'
import type { ShownCall } from './shown-call.ts'

/** Calls above these limits are refused, not queued. */
const callsMax = { token: 100, user: 200, instance: 12_000 } as const

/** The names are shown to administrators. */
export type InFlightCaller = {
  user_id: number
  /** The organisation that pays, or 0. */
  account_id?: number
  username: string
  token_id: number
  token_name: string
  group: string
}

/** The bytes of requests and responses that may be in memory: of the whole server, and of the calls of one user. */
type MemoryLimits = { bytesMax: number; userBytesMax: number }

const mebibyte = 1024 * 1024

/** A user may have a quarter of the memory, and always enough for one body, compressed and expanded. */
export function memoryLimits(config: Pick<Config, 'CALL_MEMORY_MB' | 'MAX_REQUEST_BODY_MB'>): MemoryLimits {
  const oneBody = 2 * config.MAX_REQUEST_BODY_MB * mebibyte
  const bytesMax = Math.max(config.CALL_MEMORY_MB * mebibyte, oneBody)
  return { bytesMax, userBytesMax: Math.max(bytesMax / 4, oneBody) }
}

export const inFlightLimits = ({ bytesMax, userBytesMax }: MemoryLimits): InFlightLimits => ({
  calls: callsMax.instance,
  'user calls': callsMax.user,
  'token calls': callsMax.token,
  bytes: bytesMax,
  'user bytes': userBytesMax,
})

/**
 * A call that is running. It counts from the first byte of its request until its work is done and its response is
 * complete, or the client has hung up.
 */
export type RunningCall = {
  /** Reserves memory, or refuses. Returns a promise if other processes must grant it. */
  take(bytes: number): Promise<void> | undefined
  /** Counts memory that is in use already and cannot be refused, because the response is paid for. */
  add(bytes: number): void
  /** Counts memory if this process has enough left; otherwise returns false. */
  takeIfFree(bytes: number): boolean
  /** Called when the call no longer counts. */
  onOver: (() => void) | undefined
  /** Returns reserved memory that is not needed. */
  give(bytes: number): void
  /** Shows the call to administrators, once its request is read. */
  show(call: ShownCall): void
  beginWork(): void
  endWork(): void
  /** The response is complete, or its connection is closed. */
  closeResponse(): void
}

export type CallInFlight = {
  readonly caller: InFlightCaller
  readonly enteredAt: number
  /** Bytes of its request and, if that is whole, its response. */
  readonly bytes: number
  /** Undefined while its request is read. */
  readonly shown: ShownCall | undefined
}

export type InFlight = {
  /** Counts a call, or refuses it. Returns a promise if other processes must grant a slot. */
  enter(caller: InFlightCaller): RunningCall | Promise<RunningCall>
  count(): number
  bytes(): number
  /** The running calls of this process, from the oldest to the newest. */
  list(): readonly CallInFlight[]
}

type User = { calls: Share; bytes: Share }

export function createInFlight(limits: InFlightLimits, shares: Shares = ownShares(limits)): InFlight {
  const calls = shares.open('calls', 0)
  const bytes = shares.open('bytes', 0)
  const tokens = new Map<number, Share>()
  const users = new Map<number, User>()
  // Not a Set: constant adding and deleting makes it rehash, and V8 promotes what the old tables hold, here whole calls.
  const running: Running[] = []

  class Running implements RunningCall, CallInFlight {
    readonly caller: InFlightCaller
    readonly enteredAt = performance.now()
    shown: ShownCall | undefined
    onOver: (() => void) | undefined
    readonly #user: User
    /** Position in the list of running calls. */
    #index: number
    #bytes = 0
    #isWorking = false
    #isClosed = false
    #isOver = false

    constructor(caller: InFlightCaller, user: User) {
      this.caller = caller
      this.#user = user
      this.#index = running.push(this) - 1
    }

    get bytes(): number {
      return this.#bytes
    }

    show(call: ShownCall): void {
      this.shown = call
    }

    take(more: number): Promise<void> | undefined {
      const { bytes: ofUser } = this.#user
      if (!ofUser.lacks(more) && !bytes.lacks(more)) {
        this.add(more)
        return undefined
      }
      return borrow([
        { share: ofUser, amount: more },
        { share: bytes, amount: more },
      ]).then(() => {
        // The client hung up while other processes granted the memory.
        if (this.#isOver) this.#count(-more)
        else this.#bytes += more
      })
    }

    takeIfFree(more: number): boolean {
      if (this.#user.bytes.lacks(more) || bytes.lacks(more)) return false
      this.add(more)
      return true
    }

    add(more: number): void {
      this.#bytes += more
      this.#count(more)
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

    #count(more: number): void {
      this.#user.bytes.add(more)
      bytes.add(more)
    }

    /** The last item of the list takes its position. */
    #forget(): void {
      const last = running.pop()
      if (!last || last === this) return
      running[this.#index] = last
      last.#index = this.#index
    }

    #leave(): void {
      const { user_id, token_id } = this.caller
      this.#forget()
      this.shown = undefined
      this.onOver?.()
      this.add(-this.#bytes)
      this.#isOver = true
      calls.add(-1)
      this.#user.calls.add(-1)
      closeUser(user_id)
      if (token_id === 0) return
      tokens.get(token_id)?.add(-1)
      closeToken(token_id)
    }
  }

  const userOf = (id: number): User => {
    let user = users.get(id)
    if (!user) {
      user = { calls: shares.open('user calls', id), bytes: shares.open('user bytes', id) }
      users.set(id, user)
    }
    return user
  }
  const closeUser = (id: number): void => {
    const user = users.get(id)
    if (!user || user.calls.used > 0) return
    users.delete(id)
    shares.close(user.calls)
    shares.close(user.bytes)
  }
  const tokenOf = (id: number): Share => {
    let token = tokens.get(id)
    if (!token) {
      token = shares.open('token calls', id)
      tokens.set(id, token)
    }
    return token
  }
  const closeToken = (id: number): void => {
    const token = tokens.get(id)
    if (!token || token.used > 0) return
    tokens.delete(id)
    shares.close(token)
  }
  const borrow = (wants: Want[]): Promise<void> => {
    const refuse = (error: unknown): never => {
      throw error instanceof Exhausted ? refusalOf(error) : error
    }
    try {
      return shares.borrow(wants).catch(refuse)
    } catch (error) {
      return refuse(error)
    }
  }

  return {
    count: () => calls.used,
    bytes: () => bytes.used,
    list: () => running.toSorted((one, other) => one.enteredAt - other.enteredAt),
    enter(caller) {
      const { user_id, token_id } = caller
      const user = userOf(user_id)
      const token = token_id > 0 ? tokenOf(token_id) : undefined
      if (!calls.lacks(1) && !user.calls.lacks(1) && !token?.lacks(1)) {
        calls.add(1)
        user.calls.add(1)
        token?.add(1)
        return new Running(caller, user)
      }
      const wanted = token ? [calls, user.calls, token] : [calls, user.calls]
      const refuse = (error: unknown): never => {
        closeUser(user_id)
        if (token) closeToken(token_id)
        throw error
      }
      try {
        const borrowed = borrow(wanted.map((share) => ({ share, amount: 1 })))
        return borrowed.then(() => new Running(caller, user), refuse)
      } catch (error) {
        return refuse(error)
      }
    },
  }
}

/** Adds work for the time when the call no longer counts. */
export function whenOver(running: RunningCall, work: () => void): void {
  const { onOver } = running
  running.onOver = onOver
    ? () => {
        onOver()
        work()
      }
    : work
}

function refusalOf({ limited }: Exhausted): Refusal {
  const code = limited === 'bytes' ? 'server_busy' : limited === 'user bytes' ? 'too_many_bytes' : 'too_many_in_flight'
  return new Refusal(code, { retryAfterSeconds: 1 })
}
