import { Agent, request } from 'undici'

/** A program that is measured. Connections take its headers in turns, so that the calls of many users can be sent. */
export type Target = { name: string; url: string; pid: number; headers: Record<string, string>[] }

/** A request whose bytes are made once. */
export type Call = { path: string; body: Buffer }

const agents = new Map<string, Agent>()

/** The connections to a target are kept between rounds: clients of a gateway keep them too. */
function agentFor(url: string, connections: number): Agent {
  const name = `${url} ${connections}`
  const agent =
    agents.get(name) ??
    new Agent({ connections, pipelining: 1, headersTimeout: 60_000, bodyTimeout: 60_000, connectTimeout: 60_000 })
  agents.set(name, agent)
  return agent
}

export async function closeConnections(): Promise<void> {
  await Promise.all([...agents.values()].map((agent) => agent.close()))
  agents.clear()
}

const send = ({ url, headers }: Target, { path, body }: Call, connections: number, connection: number) =>
  request(url + path, {
    method: 'POST',
    dispatcher: agentFor(url, connections),
    headers: { 'content-type': 'application/json', ...headers[connection % headers.length] },
    body,
  })

/** Sends `count` requests over `connections` connections and returns the duration of each, in ms. */
export async function sendRequests(target: Target, call: Call, count: number, connections: number): Promise<number[]> {
  const times: number[] = []
  await share(count, connections, async (connection) => {
    const begin = performance.now()
    const answer = await send(target, call, connections, connection)
    const text = await answer.body.text()
    if (answer.statusCode !== 200) throw refused(target, answer.statusCode, text)
    times.push(performance.now() - begin)
  })
  return times
}

/** Reads `count` streams over `connections` connections and returns the time to the first chunk of each, in ms. */
export async function readStreams(
  target: Target,
  call: Call,
  count: number,
  connections: number,
  onFirst: () => void = () => {},
): Promise<number[]> {
  const times: number[] = []
  await share(count, connections, async (connection) => {
    const begin = performance.now()
    const answer = await send(target, call, connections, connection)
    if (answer.statusCode !== 200) throw refused(target, answer.statusCode, await answer.body.text())
    let last: Buffer | undefined
    for await (const chunk of answer.body) {
      if (!last) {
        times.push(performance.now() - begin)
        onFirst()
      }
      last = chunk
    }
    if (!last?.includes('[DONE]') && !last?.includes('message_stop'))
      throw new Error(`${target.name} ended a stream too early: ${last}`)
  })
  return times
}

async function share(count: number, connections: number, work: (connection: number) => Promise<void>): Promise<void> {
  let left = count
  await Promise.all(
    Array.from({ length: Math.min(count, connections) }, async (_, connection) => {
      while (left-- > 0) await work(connection)
    }),
  )
}

const refused = ({ name }: Target, status: number, text: string) =>
  new Error(`${name} answered ${status}: ${text.slice(0, 200)}`)
