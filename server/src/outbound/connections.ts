import type { Client } from 'undici'
import { UndiciClient } from './undici.ts'

/**
 * The connections to one origin. A call has a connection to itself; afterwards the next call reuses it. Undici's own
 * pool searches all connections for every call, which hundreds of open streams make slow.
 */
export class Connections {
  readonly #origin: string
  readonly #options: Client.Options
  readonly #all = new Set<Client>()
  readonly #idle: Client[] = []

  constructor(origin: string, options: Client.Options) {
    this.#origin = origin
    this.#options = options
  }

  get count(): number {
    return this.#all.size
  }

  /** The idle connection that was used last, because it is the most likely to be still open; else a new one. */
  take(): Client {
    return this.#idle.pop() ?? this.#open()
  }

  giveBack(client: Client): void {
    if (this.#all.has(client)) this.#idle.push(client)
  }

  /** After a failure the connection may still carry bytes of the failed response. */
  drop(client: Client): void {
    if (this.#all.delete(client)) client.destroy().catch(() => {})
  }

  async close(): Promise<void> {
    const clients = [...this.#all]
    this.#all.clear()
    this.#idle.length = 0
    await Promise.all(clients.map((client) => client.destroy()))
  }

  #open(): Client {
    const client = new UndiciClient(this.#origin, this.#options)
    this.#all.add(client)
    client.on('disconnect', () => this.#forgetIdle(client))
    return client
  }

  /** A connection that closed while idle is dropped; undici reopens one that closes during a request. */
  #forgetIdle(client: Client): void {
    const at = this.#idle.indexOf(client)
    if (at < 0) return
    this.#idle.splice(at, 1)
    this.drop(client)
  }
}
