import { type Connect, Connection, type Receiver } from './http/connection.ts'

/** The receiver of a response. Its request may still wait for a connection, and may be given up meanwhile. */
export type Requester = Receiver & { readonly isOver: boolean; take(connection: Connection): void }

const lookEveryMs = 1000

/** The connections to one origin. A call uses a connection alone; afterwards the next call uses it. */
export class Connections {
  /** The value of the Host header. */
  readonly host: string
  readonly #connect: Connect
  readonly #all = new Set<Connection>()
  readonly #idle: Connection[] = []
  #waiting: { request: Buffer[]; requester: Requester }[] = []
  #timer: NodeJS.Timeout | undefined

  constructor(host: string, connect: Connect) {
    this.host = host
    this.#connect = connect
  }

  get count(): number {
    return this.#all.size
  }

  /**
   * Sends the request after the event loop has read the bytes that have arrived. An idle connection that the upstream
   * has closed is gone by then, and so is one with bytes that would be read as the response to this request.
   */
  send(request: Buffer[], requester: Requester): void {
    if (this.#waiting.push({ request, requester }) === 1) setImmediate(() => this.#sendWaiting())
  }

  /** Sends the request at once, on a connection that no other request has used. */
  sendOnNew(request: Buffer[], requester: Requester): void {
    const connection = this.#open()
    requester.take(connection)
    connection.send(request, requester)
  }

  rest(connection: Connection): void {
    this.#idle.push(connection)
    this.#timer ??= setInterval(() => this.#closeOld(), lookEveryMs).unref()
  }

  forget(connection: Connection): void {
    this.#all.delete(connection)
    const at = this.#idle.indexOf(connection)
    if (at >= 0) this.#idle.splice(at, 1)
  }

  close(): void {
    clearInterval(this.#timer)
    for (const { requester } of this.#waiting.splice(0)) if (!requester.isOver) requester.error(new Error('closed'))
    for (const connection of [...this.#all]) connection.abort(new Error('closed'))
  }

  #sendWaiting(): void {
    const waiting = this.#waiting
    this.#waiting = []
    const now = performance.now()
    for (const { request, requester } of waiting) {
      if (requester.isOver) continue
      const connection = this.#take(requester.user, now)
      requester.take(connection)
      connection.send(request, requester)
    }
  }

  /**
   * The most recently used connection that may serve the user, because it is the most likely to be open. Otherwise a
   * new one.
   */
  #take(user: number | undefined, now: number): Connection {
    for (let at = this.#idle.length - 1; at >= 0; at--) {
      const idle = this.#idle[at] as Connection
      if (idle.idleUntil <= now) idle.close()
      else if (idle.maySend(user, now)) {
        this.#idle.splice(at, 1)
        return idle
      }
    }
    return this.#open()
  }

  #open(): Connection {
    const connection = new Connection(this.#connect, this)
    this.#all.add(connection)
    return connection
  }

  #closeOld(): void {
    const now = performance.now()
    for (const idle of [...this.#idle]) if (idle.idleUntil <= now) idle.close()
    if (this.#idle.length > 0) return
    clearInterval(this.#timer)
    this.#timer = undefined
  }
}
