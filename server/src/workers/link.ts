/** The messages that one side of a link accepts, by name. */
type Topics = Record<string, (input: never) => unknown>

type Message =
  | { kind: 'request'; id: number; name: string; input: unknown }
  | { kind: 'tell'; name: string; input: unknown }
  | { kind: 'response'; id: number; value: unknown }
  | { kind: 'failure'; id: number; reason: string }

/** One end of the connection between the supervisor and a worker. */
export type Link<Theirs extends Topics> = {
  request<Name extends keyof Theirs & string>(
    name: Name,
    input: Parameters<Theirs[Name]>[0],
  ): Promise<Awaited<ReturnType<Theirs[Name]>>>
  /** Sends a message that has no response. */
  tell<Name extends keyof Theirs & string>(name: Name, input: Parameters<Theirs[Name]>[0]): void
  receive(message: unknown): void
  /** The other process has ended: every open request is rejected. */
  close(): void
}

type OpenRequest = { resolve(value: unknown): void; reject(error: Error): void }

const gone = () => new Error('the other process is gone')

/** `send` must deliver messages in order. Messages to a process that has ended may be lost. */
export function createLink<Theirs extends Topics>(send: (message: object) => void, ours: Topics): Link<Theirs> {
  const open = new Map<number, OpenRequest>()
  let isClosed = false
  let lastId = 0
  const handle = (name: string, input: unknown): unknown => {
    const topic = Object.hasOwn(ours, name) ? ours[name] : undefined
    if (!topic) throw new Error(`no topic ${name}`)
    return topic(input as never) // both sides run this program, and `request` checks the type
  }
  const respond = async (id: number, name: string, input: unknown) => {
    try {
      send({ kind: 'response', id, value: await handle(name, input) })
    } catch (error) {
      send({ kind: 'failure', id, reason: String(error) })
    }
  }
  const settle = (id: number): OpenRequest | undefined => {
    const request = open.get(id)
    open.delete(id)
    return request
  }
  return {
    request(name, input) {
      if (isClosed) return Promise.reject(gone())
      const id = ++lastId
      const { promise, resolve, reject } = Promise.withResolvers<unknown>()
      open.set(id, { resolve, reject })
      send({ kind: 'request', id, name, input })
      return promise as Promise<never> // the value is what their topic of this name returns
    },
    tell(name, input) {
      if (!isClosed) send({ kind: 'tell', name, input })
    },
    receive(received) {
      const message = received as Message // nothing else is sent between these processes
      if (message.kind === 'request') void respond(message.id, message.name, message.input)
      else if (message.kind === 'tell') handle(message.name, message.input)
      else if (message.kind === 'response') settle(message.id)?.resolve(message.value)
      else if (message.kind === 'failure') settle(message.id)?.reject(new Error(message.reason))
    },
    close() {
      isClosed = true
      for (const { reject } of open.values()) reject(gone())
      open.clear()
    },
  }
}
