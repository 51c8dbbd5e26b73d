import { createServer, type Server } from 'node:http'

export const rehearsalModel = 'gpt-4o'

const usage = { prompt_tokens: 20, completion_tokens: 8, total_tokens: 28 }
const head = { id: 'chatcmpl-rehearsal', created: 1, model: rehearsalModel }
const words = ['A ', 'road ', 'leads ', 'from ', 'one ', 'town ', 'to ', 'another.']

const whole = JSON.stringify({
  ...head,
  object: 'chat.completion',
  choices: [{ index: 0, message: { role: 'assistant', content: words.join('') }, finish_reason: 'stop' }],
  usage,
})

const event = (delta: object, finish_reason: string | null = null) =>
  `data: ${JSON.stringify({ ...head, object: 'chat.completion.chunk', choices: [{ index: 0, delta, finish_reason }] })}\n\n`
const chunks = [
  event({ role: 'assistant', content: '' }),
  ...words.map((content) => event({ content })),
  event({}, 'stop'),
  `data: ${JSON.stringify({ ...head, object: 'chat.completion.chunk', choices: [], usage })}\n\ndata: [DONE]\n\n`,
]

/** Answers chats as an upstream of the OpenAI format does: whole, or as a stream in three pieces. */
export const createRehearsalUpstream = (): Server =>
  createServer((request, response) => {
    const body: Buffer[] = []
    request.on('data', (piece: Buffer) => body.push(piece))
    request.on('end', () => {
      const isStream = Buffer.concat(body).includes('"stream":true')
      response.setHeader('content-type', isStream ? 'text/event-stream' : 'application/json')
      if (!isStream) return response.end(whole)
      response.write(chunks.slice(0, 2).join(''))
      setImmediate(() => {
        response.write(chunks.slice(2, 7).join(''))
        setImmediate(() => response.end(chunks.slice(7).join('')))
      })
    })
  })
