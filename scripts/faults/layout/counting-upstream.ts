import { once } from 'node:events'
import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { json } from 'node:stream/consumers'
import { setTimeout as pause } from 'node:timers/promises'

export type CountingUpstream = {
  url: string
  /** The tokens reported to each call, by the text of its prompt. A call is listed when its response is sent. */
  served: ReadonlyMap<string, number>
  /** Every prompt that arrived, with or without a response, and how often. */
  received: ReadonlyMap<string, number>
  stop(): Promise<void>
}

type ChatBody = { messages: { content: string }[]; max_tokens: number; stream?: boolean }

const promptTokens = 20
const firstByteMs = 60
/** Longer than any pause: a request over a connection that was closed meanwhile always fails. */
const keptMs = 600_000

/**
 * An upstream in OpenAI's format that keeps its own account. A response has as many words as `max_tokens` allows, a
 * word is a token, and the prompt sets the time per word: `… at 20 ms`.
 */
export async function startCountingUpstream(): Promise<CountingUpstream> {
  const served = new Map<string, number>()
  const received = new Map<string, number>()
  const server = createServer(async (request, response) => {
    const { messages, max_tokens, stream } = (await json(request)) as ChatBody
    const prompt = messages[0]?.content ?? ''
    received.set(prompt, (received.get(prompt) ?? 0) + 1)
    const wordMs = Number(/at (\d+) ms/.exec(prompt)?.[1] ?? 0)
    await pause(firstByteMs)
    await (stream ? sendStream(response, max_tokens, wordMs) : sendWhole(response, max_tokens, wordMs))
    served.set(prompt, (served.get(prompt) ?? 0) + promptTokens + max_tokens)
  })
  server.keepAliveTimeout = keptMs
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    served,
    received,
    async stop() {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}

const usageOf = (words: number) => ({
  prompt_tokens: promptTokens,
  completion_tokens: words,
  total_tokens: promptTokens + words,
})
const head = { id: 'chatcmpl-1', created: 1, model: 'gpt-4o' }

async function sendWhole(response: ServerResponse, words: number, wordMs: number): Promise<void> {
  await pause(words * wordMs)
  const message = { role: 'assistant', content: 'word '.repeat(words) }
  response.writeHead(200, { 'content-type': 'application/json' }).end(
    JSON.stringify({
      ...head,
      object: 'chat.completion',
      choices: [{ index: 0, message, finish_reason: 'stop' }],
      usage: usageOf(words),
    }),
  )
}

async function sendStream(response: ServerResponse, words: number, wordMs: number): Promise<void> {
  response.writeHead(200, { 'content-type': 'text/event-stream' })
  const send = (part: object) =>
    response.write(`data: ${JSON.stringify({ ...head, object: 'chat.completion.chunk', ...part })}\n\n`)
  for (let word = 0; word < words; word++) {
    send({ choices: [{ index: 0, delta: { content: 'word ' }, finish_reason: null }] })
    await pause(wordMs)
  }
  send({ choices: [{ index: 0, delta: {}, finish_reason: 'stop' }] })
  send({ choices: [], usage: usageOf(words) })
  response.end('data: [DONE]\n\n')
}
