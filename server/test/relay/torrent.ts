import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { TestContext } from 'node:test'

/** An upstream that writes words as fast as they are taken, and counts the bytes. */
export type Torrent = { url: string; written: number; isGone: boolean }

const chunk = { id: 'c', object: 'chat.completion.chunk', created: 1, model: 'gpt-4o' }
const choices = [{ index: 0, delta: { content: 'sea '.repeat(4000) }, finish_reason: null }]
const block = `data: ${JSON.stringify({ ...chunk, choices })}\n\n`

export async function startTorrent(t: TestContext): Promise<Torrent> {
  const server = createServer((request, response) => {
    request.resume()
    response.writeHead(200, { 'content-type': 'text/event-stream' })
    const pour = () => {
      while (!torrent.isGone && response.write(block)) torrent.written += block.length
    }
    response.on('drain', pour)
    response.on('close', () => {
      torrent.isGone = true
    })
    pour()
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  t.after(() => {
    server.close()
    server.closeAllConnections()
  })
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const torrent: Torrent = { url, written: 0, isGone: false }
  return torrent
}
