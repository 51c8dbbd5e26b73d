import { once } from 'node:events'
import { createServer, get, type IncomingMessage, request, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { buffer, text } from 'node:stream/consumers'

export type Balancer = { url: string; ready(): number; stop(): Promise<void> }

const checkEveryMs = 200
/** A server that refuses or says that it is not ready gets no more calls at once; one that is only slow has this long. */
const checkTimeoutMs = 3000

/**
 * Passes calls to servers in turns, as a load balancer with health checks does: a server that does not say that it is
 * ready gets no new call, and a call whose connection is refused goes to the next one. A call that was sent is never sent
 * again. With no server left it responds with 503.
 */
export async function startBalancer(targets: readonly string[]): Promise<Balancer> {
  const ready = new Set<string>()
  /** Why others are not. */
  const reasons = new Map<string, string>()
  const leaveOut = (target: string, reason: string) => {
    ready.delete(target)
    reasons.set(target, reason)
  }
  const call = (target: string) => {
    const sent = get(`${target}/readyz`, { timeout: checkTimeoutMs, agent: false }, async (response) => {
      const said = await text(response).catch(String)
      if (response.statusCode === 200) ready.add(target)
      else leaveOut(target, said)
    })
    sent.on('timeout', () => sent.destroy(new Error('no response')))
    sent.on('error', (error) => leaveOut(target, error.message))
  }
  const checkAll = () => targets.forEach(call)
  const timer = setInterval(checkAll, checkEveryMs)
  checkAll()

  let turn = 0
  const server = createServer(async (incoming, outgoing) => {
    const body = await buffer(incoming).catch(() => undefined)
    if (!body) return
    const order = targets.map((_, index) => targets[(turn + index) % targets.length] as string)
    turn++
    for (const target of order)
      if (ready.has(target) && (await pass(target, incoming, body, outgoing)) === 'done') return
    outgoing.writeHead(503, { 'retry-after': '1' }).end(`no server is ready: ${[...reasons].join(' ')}`)
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    ready: () => ready.size,
    async stop() {
      clearInterval(timer)
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}

function pass(target: string, incoming: IncomingMessage, body: Buffer, outgoing: ServerResponse) {
  return new Promise<'done' | 'refused'>((resolve) => {
    const { method, url, headers } = incoming
    const sent = request(target + url, { method, headers: { ...headers, connection: 'close' }, agent: false })
    let isConnected = false
    sent.on('socket', (socket) => socket.on('connect', () => (isConnected = true)))
    sent.on('response', (response) => {
      outgoing.writeHead(response.statusCode ?? 502, response.headers)
      response.pipe(outgoing)
      response.on('error', () => outgoing.destroy())
      resolve('done')
    })
    sent.on('error', () => {
      if (!isConnected) return resolve('refused')
      if (outgoing.headersSent) outgoing.destroy()
      else outgoing.writeHead(502).end('the server went away')
      resolve('done')
    })
    outgoing.on('close', () => outgoing.writableFinished || sent.destroy())
    sent.end(body)
  })
}
