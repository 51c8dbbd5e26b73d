import { Client } from 'undici'

/**
 * The connections to one origin. A call has one to itself; afterwards the next call takes it. Undici's own pool looks
 * through all of them for every call, which hundreds of open streams make slow.
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

  /** One that rests, the last that was used first: it is the most likely to be still open. */
  take(): Client {
    return this.#idle.pop() ?? this.#open()
  }

  giveBack(client: Client): void {
    if (this.#all.has(client)) this.#idle.push(client)
  }

  /** After a failure nobody knows what is still on the line. */
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
    const client = new Client(this.#origin, this.#options)
    this.#all.add(client)
    client.on('disconnect', () => this.#forgetIdle(client))
    return client
  }

  /** A line that was closed while nobody used it is of no use; one that somebody uses is opened anew by undici. */
  #forgetIdle(client: Client): void {
    const at = this.#idle.indexOf(client)
    if (at < 0) return
    this.#idle.splice(at, 1)
    this.drop(client)
  }
}
