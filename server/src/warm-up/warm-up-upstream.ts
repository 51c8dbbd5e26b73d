import type { Server } from 'node:http'
import { createServer } from '../light/node-http.ts'

export const warmUpModel = 'gpt-4o'

const usage = { prompt_tokens: 9, completion_tokens: 3, total_tokens: 12 }
const head = { id: 'chatcmpl-warm-up', created: 1, model: warmUpModel }

const whole = JSON.stringify({
  ...head,
  object: 'chat.completion',
  choices: [{ index: 0, message: { role: 'assistant', content: 'Hello there.' }, finish_reason: 'stop' }],
  usage,
})

const chunk = (choices: object[], more: object = {}) =>
  `data: ${JSON.stringify({ ...head, object: 'chat.completion.chunk', choices, ...more })}\n\n`
const delta = (delta: object, finish_reason: string | null = null) => chunk([{ index: 0, delta, finish_reason }])
const stream = [
  delta({ role: 'assistant', content: 'Hello' }),
  delta({ content: ' there.' }),
  `${delta({}, 'stop')}${chunk([], { usage })}data: [DONE]\n\n`,
]

/** Responds to chats like an upstream of the OpenAI format: whole, or as a stream in three chunks. */
export const createWarmUpUpstream = (): Server =>
  createServer(async (request, response) => {
    const requested = JSON.parse(Buffer.concat(await request.toArray()).toString()) as { stream?: boolean }
    response.setHeader('content-type', requested.stream ? 'text/event-stream' : 'application/json')
    if (!requested.stream) return response.end(whole)
    for (const piece of stream) await new Promise<void>((sent) => response.write(piece, () => sent()))
    response.end()
  })
