import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { TestContext } from 'node:test'

/** An upstream whose stream never ends: it writes as fast as the client reads, and counts the bytes. */
export type EndlessUpstream = { url: string; written: number; isGone: boolean }

const chunk = { id: 'c', object: 'chat.completion.chunk', created: 1, model: 'gpt-4o' }
const choices = [{ index: 0, delta: { content: 'sea '.repeat(4000) }, finish_reason: null }]
const block = `data: ${JSON.stringify({ ...chunk, choices })}\n\n`

export async function startEndlessUpstream(t: TestContext): Promise<EndlessUpstream> {
  const server = createServer((request, response) => {
    request.resume()
    response.writeHead(200, { 'content-type': 'text/event-stream' })
    const write = () => {
      while (!upstream.isGone && response.write(block)) upstream.written += block.length
    }
    response.on('drain', write)
    response.on('close', () => {
      upstream.isGone = true
    })
    write()
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  t.after(() => {
    server.close()
    server.closeAllConnections()
  })
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const upstream: EndlessUpstream = { url, written: 0, isGone: false }
  return upstream
}
