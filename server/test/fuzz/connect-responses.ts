import assert from 'node:assert/strict'
import { Agent, type IncomingMessage, request } from 'node:http'
import type { Socket } from 'node:net'
import { duplexPair } from 'node:stream'
import { ConnectResponse } from '../../src/outbound/tunnel/connect-response.ts'
import { seededRandom } from '../harness/random.ts'
import { hostileResponses } from './hostile.ts'
import type { Random } from './mutate.ts'
import { damaged, everyByte } from './responses.ts'

/** Responses to CONNECT as proxies send them. */
export const connectResponses: readonly string[] = [
  'HTTP/1.1 200 Connection established\r\n\r\n',
  'HTTP/1.0 200 Connection established\r\nProxy-agent: tinyproxy/1.11.1\r\n\r\n',
  'HTTP/1.1 200 OK\r\nDate: Thu, 19 Nov 2026 00:00:00 GMT\r\nContent-Length: 0\r\n\r\n',
  'HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\nConnection: keep-alive\r\n\r\n',
  'HTTP/1.1 204 No Content\r\n\r\n',
  'HTTP/1.1 407 Proxy Authentication Required\r\nProxy-Authenticate: Basic realm="p"\r\nContent-Length: 2\r\n\r\nno',
  'HTTP/1.1 403 Filtered\r\nServer: squid\r\nVia: 1.1 p (squid)\r\nConnection: close\r\n\r\n<h1>no</h1>',
  'HTTP/1.0 502 Bad Gateway\r\n\r\n',
  'HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 200 OK\r\n\r\n',
]

/** The status that our reader takes from the bytes; 0 where they are not enough, undefined where it refuses them. */
function readByOurs(cuts: readonly Buffer[]): number | undefined {
  const response = new ConnectResponse()
  try {
    for (const bytes of cuts) response.read(bytes)
  } catch {
    return undefined
  }
  return response.status
}

/** The status that Node's own client takes from them, and how many bytes it takes for the tunnel's. */
async function readByNode(bytes: Buffer): Promise<{ status: number; excess: number } | undefined> {
  const [near, far] = duplexPair()
  far.resume()
  const agent = new Agent()
  agent.createConnection = () => near as Socket
  const sent = request({ method: 'CONNECT', path: 'h:443', agent })
  const read = Promise.withResolvers<{ status: number; excess: number } | undefined>()
  const refuse = () => read.resolve(undefined)
  sent.on('error', refuse)
  sent.on('response', refuse)
  sent.on('close', refuse)
  sent.on('connect', ({ statusCode: status = 0 }: IncomingMessage, _: Socket, head: Buffer) =>
    read.resolve({ status, excess: head.length }),
  )
  sent.end()
  far.write(bytes)
  far.end()
  try {
    return await read.promise
  } finally {
    sent.destroy()
    near.destroy()
    far.destroy()
  }
}

/** Node takes an interim response for the final one. */
const isInterim = /^HTTP\/1\.[01] 1\d\d/

/** Throws where our reader takes something else for a tunnel, or for a refusal, than Node's. Returns the status. */
export async function compareConnectResponse(bytes: Buffer, random: Random): Promise<number> {
  const text = bytes.toString('latin1')
  const shown = JSON.stringify(text.slice(0, 1000))
  const ours = readByOurs(everyByte(bytes))
  const at = random(bytes.length + 1)
  assert.equal(readByOurs([bytes.subarray(0, at), bytes.subarray(at)]), ours, `cut at ${at}: ${shown}`)
  if (!ours || isInterim.test(text)) return ours ?? 0
  const nodes = await readByNode(bytes)
  assert.equal(nodes?.status, ours, shown)
  if (ours < 300) assert.equal(nodes.excess, 0, shown)
  return ours
}

const kinds = Object.values(hostileResponses)
const oneInHostile = 32
const hostileSizeMax = 64 * 1024

/** Compares `count` damaged responses, some of them of hostile proxies. */
export async function fuzzConnectResponses(count: number, seed: number): Promise<{ opened: number; refused: number }> {
  const random = seededRandom(seed).below
  let opened = 0
  let refused = 0
  for (let run = 0; run < count; run++) {
    const isHostile = random(oneInHostile) === 0
    const text = isHostile
      ? kinds[random(kinds.length)]?.(random(hostileSizeMax))
      : connectResponses[random(connectResponses.length)]
    const status = await compareConnectResponse(damaged(Buffer.from(text ?? '', 'latin1'), random), random)
    if (status >= 300) refused++
    else if (status > 0) opened++
  }
  return { opened, refused }
}
