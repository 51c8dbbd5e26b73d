import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { TestContext } from 'node:test'
import type { Loose } from './send.ts'

export type SteeredRequest = {
  request: IncomingMessage
  body: Loose
  /** The body as it came. */
  text: string
  response: ServerResponse
}

/** An upstream whose responses the test writes itself, byte by byte. */
export type SteeredUpstream = {
  url: string
  /** The next request, read to its end. */
  next(): Promise<SteeredRequest>
  /** How many requests have come. */
  received(): number
}

export async function startSteeredUpstream(t: Pick<TestContext, 'after'>): Promise<SteeredUpstream> {
  let received = 0
  const arrived: SteeredRequest[] = []
  const awaited: ((request: SteeredRequest) => void)[] = []
  const server = createServer(async (request, response) => {
    received++
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk)
    const text = Buffer.concat(chunks).toString()
    const steered = { request, response, text, body: parsed(text) }
    const waiting = awaited.shift()
    if (waiting) waiting(steered)
    else arrived.push(steered)
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  t.after(async () => {
    server.closeAllConnections()
    server.close()
    await once(server, 'close')
  })
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    received: () => received,
    next: async () => arrived.shift() ?? new Promise((resolve) => awaited.push(resolve)),
  }
}

function parsed(text: string): Loose {
  try {
    return JSON.parse(text)
  } catch {
    return text
  }
}

/** The head of an event stream, sent at once. */
export const openEvents = (response: ServerResponse): void => {
  response.writeHead(200, { 'content-type': 'text/event-stream' }).flushHeaders()
}

export const chatChunk = (delta: object, finish_reason: string | null = null, more: object = {}): string =>
  `data: ${JSON.stringify({
    id: 'chatcmpl-1',
    object: 'chat.completion.chunk',
    created: 1,
    model: 'gpt-4o',
    choices: [{ index: 0, delta, finish_reason }],
    ...more,
  })}\n\n`

export const usageOf = (prompt_tokens: number, completion_tokens: number) => ({
  usage: { prompt_tokens, completion_tokens, total_tokens: prompt_tokens + completion_tokens },
})
