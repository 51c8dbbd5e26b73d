import { setTimeout as pause } from 'node:timers/promises'
import { Agent, request } from 'undici'

/** A program that is measured. Connections take its headers in turns, so that the calls of many users can be sent. */
export type Target = { name: string; url: string; pid: number; headers: Record<string, string>[] }

/** A request whose bytes are made once. */
export type Call = { path: string; body: Buffer }

/** How long a refused call waits before it is sent again. */
const refusedMs = 500

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

let refusals = 0
export const refusedCalls = () => refusals

/**
 * Repeats a call that was refused temporarily, as clients do. The gateway refuses a hold that is not committed soon,
 * which happens while the host takes most of the machine's CPU.
 */
async function send(target: Target, { path, body }: Call, connections: number, connection: number) {
  const { name, url, headers } = target
  for (;;) {
    const response = await request(url + path, {
      method: 'POST',
      dispatcher: agentFor(url, connections),
      headers: { 'content-type': 'application/json', ...headers[connection % headers.length] },
      body,
    })
    if (response.statusCode === 200) return response.body
    const text = await response.body.text()
    if (response.statusCode !== 503 || !response.headers['retry-after'])
      throw new Error(`${name} responded with ${response.statusCode}: ${text.slice(0, 200)}`)
    refusals++
    await pause(refusedMs)
  }
}

/** Sends `count` requests over `connections` connections and returns the duration of each, in ms. */
export async function sendRequests(target: Target, call: Call, count: number, connections: number): Promise<number[]> {
  const times: number[] = []
  await share(count, connections, async (connection) => {
    const begin = performance.now()
    const response = await send(target, call, connections, connection)
    await response.text()
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
    const response = await send(target, call, connections, connection)
    let last: Buffer | undefined
    for await (const chunk of response) {
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
