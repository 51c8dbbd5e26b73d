import type { Call } from './load.ts'

/** Each with the upstream's model that seed-relay.ts gives a channel. */
const models = { openai: 'gpt-4o', anthropic: 'claude-sonnet-4-5' }

const sentence = 'He said: "the toll is a penny"; nobody paid — not even the ferryman’s horse.\n'

/** A conversation of about `bytes` bytes, in messages of at most 4 kB, with the escapes and letters that texts have. */
function conversation(bytes: number): { role: string; content: string }[] {
  const perMessage = Math.min(bytes, 4000)
  const content = sentence.repeat(Math.ceil(perMessage / Buffer.byteLength(JSON.stringify(sentence))))
  const count = Math.max(1, Math.round(bytes / perMessage))
  // The last message is the user's.
  return Array.from({ length: count }, (_, at) => ({ role: (count - at) % 2 ? 'user' : 'assistant', content }))
}

const post = (path: string, body: object): Call => ({ path, body: Buffer.from(JSON.stringify(body)) })

export const chatCall = (bytes = 400): Call =>
  post('/v1/chat/completions', { model: models.openai, messages: conversation(bytes) })

export const streamCall = post('/v1/chat/completions', {
  model: models.openai,
  messages: conversation(400),
  stream: true,
})

/** An OpenAI client whose model only an Anthropic upstream has. */
export const translatedStreamCall = post('/v1/chat/completions', {
  model: models.anthropic,
  messages: conversation(400),
  stream: true,
})

/** What a proxy passes on to that upstream. */
export const messagesStreamCall = post('/v1/messages', {
  model: models.anthropic,
  max_tokens: 1024,
  messages: conversation(400),
  stream: true,
})

/**
 * How the upstream of the benchmark sends its streams: the number of events, the events per write, and the pause
 * between writes.
 */
export type StreamShape = { events: number; perWrite: number; everyMs: number }

/** The same number of events, in each pattern that upstreams send. */
export const bursts: StreamShape = { events: 64, perWrite: 16, everyMs: 1 }
export const oneByOne: StreamShape = { events: 64, perWrite: 1, everyMs: 1 }
/** Twelve seconds, so that the ledger's checkpoints are part of it. */
export const slow: StreamShape = { events: 400, perWrite: 1, everyMs: 30 }
/** Streams that stay open until the shape is changed. */
export const held: StreamShape = { events: 100_000, perWrite: 1, everyMs: 2000 }
