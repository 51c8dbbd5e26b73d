import { once } from 'node:events'
import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

/** An upstream that sends no response until it is told to. */
export type HeldUpstream = {
  url: string
  /** Calls that wait for their response. */
  waiting(): number
  received(): number
  release(): void
  stop(): Promise<void>
}

const result = JSON.stringify({
  id: 'chatcmpl-1',
  object: 'chat.completion',
  created: 1,
  model: 'gpt-4o',
  choices: [{ index: 0, message: { role: 'assistant', content: 'done' }, finish_reason: 'stop' }],
  usage: { prompt_tokens: 100, completion_tokens: 10, total_tokens: 110 },
})

export async function startHeldUpstream(): Promise<HeldUpstream> {
  let waiting: ServerResponse[] = []
  let received = 0
  const server = createServer((request, response) => {
    request.resume()
    request.on('end', () => {
      received++
      waiting.push(response)
    })
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    waiting: () => waiting.length,
    received: () => received,
    release() {
      for (const response of waiting) response.writeHead(200, { 'content-type': 'application/json' }).end(result)
      waiting = []
    },
    async stop() {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}
