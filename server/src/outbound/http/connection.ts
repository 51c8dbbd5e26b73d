import type { Duplex } from 'node:stream'
import { MalformedResponse, type ResponseHead } from './response-head.ts'
import { type ResponseParts, ResponseReader } from './response-reader.ts'

/** Receives one response. After `end` or `error` nothing follows. */
export type Receiver = {
  /** The user of the request; undefined for requests of the server itself. */
  readonly user: number | undefined
  /** The request is being written; before this the upstream cannot have seen any of it. */
  sent(): void
  head(head: ResponseHead): void
  data(chunk: Buffer): void
  end(): void
  error(error: Error): void
}

/**
 * Events of a socket, never before `Connect` has returned. The connection owns the bytes. `open` gives the stream that
 * is used from then on.
 */
export type SocketEvents = { open(socket: Duplex): void; data(bytes: Buffer): void }

/** Begins to connect. A failure is an `error` or a `close` of the stream. */
export type Connect = (events: SocketEvents) => Duplex

/**
 * The upstream closed a connection that had served a request before, and sent no byte of the response to this one. Most
 * likely it closed the idle connection while the request was on its way.
 */
export class StaleConnection extends Error {}

/** How a socket reports that the other side has closed it. */
const closedCodes: ReadonlySet<unknown> = new Set(['ECONNRESET', 'EPIPE'])

type Owner = { rest(connection: Connection): void; forget(connection: Connection): void }

/**
 * How long a connection rests before it serves another user. A faulty upstream may send a second response to a request; one
 * that arrived after the request of another user would be taken for the response to it. TCP sends a lost packet again
 * within this time.
 */
const restMs = 250
/** An upstream that responds so may still work on the request, and respond again when that is done. */
const failedStatusMin = 500

/** A connection to an origin. It carries one request and its response at a time. */
export class Connection implements ResponseParts {
  /** When it is to be closed if it is still idle, by the monotonic clock. */
  idleUntil = 0
  /** It has carried a request and its whole response. */
  hasServed = false
  readonly #owner: Owner
  #socket: Duplex
  #isOpen = false
  #isClosed = false
  /** A request that waits until the connection is open. */
  #unsent: Buffer[] | undefined
  #receiver: Receiver | undefined
  #reader: ResponseReader | undefined
  #idleMs = 0
  /** Of the last request. */
  #user: number | undefined
  /** When it may serve another user. */
  #restedAt = 0
  #hasFailed = false
  /** Bytes of the response to the current request. */
  #hasBytes = false

  constructor(connect: Connect, owner: Owner) {
    this.#owner = owner
    this.#socket = connect({ open: (socket) => this.#open(socket), data: (bytes) => this.#read(bytes) })
    this.#watch(this.#socket)
  }

  #watch(socket: Duplex): void {
    socket.on('end', () => this.#end())
    socket.on('error', (error: NodeJS.ErrnoException) => {
      if (closedCodes.has(error.code)) this.#closedByUpstream(error)
      else this.abort(error)
    })
    socket.on('close', () => this.#closedByUpstream(new Error('the connection was closed')))
  }

  /** Whether an idle connection may be used for a request of this user. */
  maySend(user: number | undefined, now: number): boolean {
    return (user !== undefined && user === this.#user) || (now >= this.#restedAt && !this.#hasFailed)
  }

  send(request: Buffer[], receiver: Receiver): void {
    this.#receiver = receiver
    this.#user = receiver.user
    if (this.#isOpen) this.#write(request)
    else this.#unsent = request
  }

  pause(): void {
    this.#socket.pause()
  }

  resume(): void {
    this.#socket.resume()
  }

  /** Closes the connection, and ends the exchange with this error if there is one. */
  abort(reason: Error): void {
    if (this.#isClosed) return
    const receiver = this.#receiver
    this.close()
    receiver?.error(reason)
  }

  close(): void {
    this.#isClosed = true
    this.#receiver = undefined
    this.#unsent = undefined
    this.#owner.forget(this)
    this.#socket.destroy()
  }

  #open(socket: Duplex): void {
    if (socket !== this.#socket) {
      this.#socket = socket
      this.#watch(socket)
    }
    this.#isOpen = true
    const request = this.#unsent
    this.#unsent = undefined
    if (request) this.#write(request)
  }

  #write(request: Buffer[]): void {
    const receiver = this.#receiver as Receiver
    this.#reader = new ResponseReader(this)
    this.#hasBytes = false
    receiver.sent()
    if (request.length > 1) this.#socket.cork() // one system call for all pieces
    for (const piece of request) this.#socket.write(piece)
    if (request.length > 1) this.#socket.uncork()
  }

  #read(bytes: Buffer): void {
    const reader = this.#reader
    this.#hasBytes = true
    try {
      if (!reader) throw new MalformedResponse('bytes without a request') // not to be read as the next response
      reader.read(bytes)
      if (reader.isComplete) this.#finish(reader.hasExcess)
    } catch (error) {
      this.abort(error as Error)
    }
  }

  head(head: ResponseHead): void {
    this.#idleMs = head.idleMs
    this.#hasFailed ||= head.status >= failedStatusMin
    this.#receiver?.head(head)
  }

  data(chunk: Buffer): void {
    this.#receiver?.data(chunk)
  }

  #finish(hasExcess: boolean): void {
    const receiver = this.#receiver
    if (!receiver) return // it gave up while it took the last bytes
    this.#receiver = undefined
    this.#reader = undefined
    this.hasServed = true
    // If the request is still being written, or bytes follow the response, the connection is not reused.
    if (this.#idleMs > 0 && !hasExcess && this.#socket.writableLength === 0) this.#rest()
    else this.close()
    receiver.end()
  }

  #rest(): void {
    const now = performance.now()
    this.#restedAt = now + restMs
    this.idleUntil = now + this.#idleMs
    this.#socket.resume() // the receiver may have paused it for the last bytes
    this.#owner.rest(this)
  }

  #end(): void {
    this.#reader?.end()
    if (this.#reader?.isComplete) this.#finish(true)
    else this.#closedByUpstream(new Error('the provider closed the connection'))
  }

  #closedByUpstream(cause: Error): void {
    const isStale = this.hasServed && !this.#hasBytes
    this.abort(isStale ? new StaleConnection('the provider closed an idle connection', { cause }) : cause)
  }
}
