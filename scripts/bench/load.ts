import { Agent, request } from 'undici'

export type Target = {
  name: string
  url: string
  headers: Record<string, string>
  pid?: number
  /** The target answers every stream with an error on this Node. */
  cannotStream?: true
}
type Body = { model: string; stream?: boolean; messages: { role: string; content: string }[] }

const agents = new Map<number, Agent>()
function agentFor(connections: number): Agent {
  let agent = agents.get(connections)
  if (!agent) {
    agent = new Agent({ connections, pipelining: 1, headersTimeout: 60_000, bodyTimeout: 60_000 })
    agents.set(connections, agent)
  }
  return agent
}

/** Closes the connections of all clients. */
export async function closeConnections(): Promise<void> {
  await Promise.all([...agents.values()].map((agent) => agent.close()))
  agents.clear()
}

const post = ({ url, headers }: Target, body: Body, connections: number) =>
  request(`${url}/v1/chat/completions`, {
    method: 'POST',
    dispatcher: agentFor(connections),
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify(body),
  })

export const singleBody: Body = {
  model: 'gpt-4o',
  messages: [{ role: 'user', content: 'Say something short about roads.' }],
}

/** Sends `count` requests over `connections` connections and returns the duration of each, in ms. */
export async function sendRequests(
  target: Target,
  count: number,
  connections: number,
  body = singleBody,
): Promise<number[]> {
  const times: number[] = []
  let left = count
  const worker = async () => {
    while (left-- > 0) {
      const begin = performance.now()
      const answer = await post(target, body, connections)
      const text = await answer.body.text()
      if (answer.statusCode !== 200)
        throw new Error(`${target.name} answered ${answer.statusCode}: ${text.slice(0, 200)}`)
      times.push(performance.now() - begin)
    }
  }
  await Promise.all(Array.from({ length: connections }, worker))
  return times
}

/** One stream: the time to its first chunk, and the number of its events. */
export async function readStream(
  target: Target,
  body: Body,
  connections: number,
): Promise<{ firstMs: number; events: number }> {
  const begin = performance.now()
  const answer = await post(target, { ...body, stream: true }, connections)
  let firstMs = 0
  let events = 0
  for await (const chunk of answer.body) {
    firstMs ||= performance.now() - begin
    events += String(chunk).split('\n\n').length - 1
  }
  if (answer.statusCode !== 200) throw new Error(`${target.name} answered ${answer.statusCode}`)
  return { firstMs, events }
}

export function quantile(times: number[], share: number): number {
  const sorted = times.toSorted((a, b) => a - b)
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0
}
