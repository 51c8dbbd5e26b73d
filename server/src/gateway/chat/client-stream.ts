import { modelHeader } from '@turnpike/contract/routing/virtual-models'
import type { FastifyReply } from 'fastify'
import { preferredLanguage } from '../../http/language.ts'
import type { ClientError } from '../dialects/dialect.ts'
import { streamErrorOf } from '../entry/errors/client-error.ts'
import { dropStalledClient } from '../entry/in-flight/drop-stalled-client.ts'
import type { RelayDeps } from '../entry/relay-deps.ts'
import { showRoute } from '../entry/show-route.ts'
import { endChunks, joined, takeOverChunks, writeChunk } from './chunks.ts'
import type { IncomingChat } from './incoming-chat.ts'

/**
 * The streamed response to the client. Its head is sent with the first output. If an upstream has responded 2xx and
 * stays silent, the head is sent earlier, together with keep-alives, because proxies close silent connections. As long
 * as only keep-alives were sent, another channel may still take over.
 */
export class ClientStream {
  isOpen = false
  readonly #incoming: IncomingChat
  readonly #reply: FastifyReply
  readonly #deps: RelayDeps
  #pings: NodeJS.Timeout | undefined
  #stalled: NodeJS.Timeout | undefined
  /** Attempts whose upstream has responded 2xx and that have not failed: at most two. */
  #responding = 0
  #isSilent = true
  #isChunked = false

  constructor(incoming: IncomingChat, reply: FastifyReply, deps: RelayDeps) {
    this.#incoming = incoming
    this.#reply = reply
    this.#deps = deps
  }

  open(): void {
    if (this.isOpen) return
    this.isOpen = true
    showRoute(this.#reply)
    this.#reply.hijack()
    this.#reply.raw.writeHead(200, {
      ...(this.#reply.getHeaders() as Record<string, string>),
      'content-type': this.#incoming.sse ? 'text/event-stream; charset=utf-8' : 'application/json; charset=utf-8',
      'cache-control': 'no-cache',
      'x-accel-buffering': 'no',
    })
    // A recording keeps the data written to the response: events, not chunks.
    this.#isChunked = !this.#reply.request.recording && takeOverChunks(this.#reply.raw)
    this.#stalled = dropStalledClient(this.#reply, this.#deps)
    this.#keepAlive()
  }

  /** Returns whether there is room for more. */
  write(data: Buffer | string): boolean {
    this.#isSilent = false
    return this.#write(data)
  }

  #write(data: Buffer | string): boolean {
    const { raw } = this.#reply
    return this.#isChunked ? writeChunk(raw, data) : raw.write(data)
  }

  onDrain(listener: () => void): void {
    this.#reply.raw.on('drain', listener)
  }

  /** An upstream has responded 2xx: from now on keep-alives are sent while it is silent. */
  attemptResponded(): void {
    this.#responding++
    this.#keepAlive()
  }

  /**
   * An attempt failed after its response had begun. Keep-alives continue for the other attempt of a hedged call, and
   * once the head is sent. Otherwise the next attempt begins without them.
   */
  attemptFailed(): void {
    this.#responding--
    if (!this.isOpen && this.#responding === 0) this.#stopPings()
  }

  #keepAlive(): void {
    this.#pings ??= setInterval(() => this.#ping(), this.#deps.config.STREAM_PING_SECONDS * 1000)
  }

  #ping(): void {
    const { raw } = this.#reply
    const wasSilent = this.#isSilent
    this.#isSilent = true
    if (!wasSilent || raw.destroyed || raw.writableEnded || raw.writableNeedDrain) return
    // A sent head cannot be changed, and another model of a virtual one may still take over.
    if (!this.isOpen) this.#reply.removeHeader(modelHeader)
    this.open()
    const { keepAlive } = this.#incoming.dialect
    // A line feed between members of a JSON list has no meaning.
    if (!this.#incoming.sse) this.#write('\n')
    else if (keepAlive) this.#write(keepAlive)
    else raw.flushHeaders()
  }

  /** Ends keep-alives: the rest of the stream waits only for its charge. */
  stop(): void {
    this.#stopPings()
    clearInterval(this.#stalled)
  }

  #stopPings(): void {
    clearInterval(this.#pings)
    this.#pings = undefined
  }

  end(...pieces: (Buffer | string)[]): void {
    this.stop()
    const { raw } = this.#reply
    if (this.#isChunked) endChunks(raw, joined(pieces))
    else raw.end(joined(pieces))
  }

  /** Closes the connection of a client that hung up or must not take the response for complete. */
  destroy(): void {
    this.stop()
    this.#reply.raw.destroy()
  }

  /** An error after the head was sent: the last event of the stream. */
  fail(error: unknown): void {
    const shown = this.errorOf(error)
    this.end(
      this.#incoming.sse
        ? this.#incoming.dialect.streamError(shown)
        : `[${JSON.stringify(this.#incoming.dialect.error(shown))}]`,
    )
  }

  errorOf(error: unknown): ClientError {
    const { id, headers } = this.#reply.request
    return streamErrorOf(error, id, preferredLanguage(headers['accept-language'], 'en'))
  }
}
