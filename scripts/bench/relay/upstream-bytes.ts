/** What an upstream sends in one dialect, made once. */
export type UpstreamBytes = {
  whole: Buffer
  /** The beginning of a stream, before its first piece of text. */
  start: string
  /** One event per piece of text, repeated as often as the shape of the stream needs. */
  events: string[]
  end: string
}

const words =
  'The road from the harbour to the old toll house is short, and nobody has paid there since the bridge was built.'
const pieces = words.split(/(?= )/)
const usage = { prompt: 100, completion: 64 }

const chunk = (choices: object[], more: object = {}) =>
  `data: ${JSON.stringify({ id: 'chatcmpl-B9MBs8CjcvOU2jLn4n570S5qMJKcT', object: 'chat.completion.chunk', created: 1_741_569_952, model: 'gpt-4o-2024-08-06', service_tier: 'default', system_fingerprint: 'fp_50cad350e4', choices, ...more })}\n\n`
const openaiUsage = {
  prompt_tokens: usage.prompt,
  completion_tokens: usage.completion,
  total_tokens: usage.prompt + usage.completion,
  prompt_tokens_details: { cached_tokens: 0, audio_tokens: 0 },
  completion_tokens_details: { reasoning_tokens: 0, audio_tokens: 0 },
}
const completionEvents = pieces.map((content) =>
  chunk([{ index: 0, delta: { content }, logprobs: null, finish_reason: null }]),
)
const finish = chunk([{ index: 0, delta: {}, logprobs: null, finish_reason: 'stop' }])
const completion = Buffer.from(
  JSON.stringify({
    id: 'chatcmpl-B9MBs8CjcvOU2jLn4n570S5qMJKcT',
    object: 'chat.completion',
    created: 1_741_569_952,
    model: 'gpt-4o-2024-08-06',
    choices: [
      {
        index: 0,
        message: { role: 'assistant', content: words, refusal: null, annotations: [] },
        logprobs: null,
        finish_reason: 'stop',
      },
    ],
    usage: openaiUsage,
    service_tier: 'default',
    system_fingerprint: 'fp_50cad350e4',
  }),
)

const event = (data: { type: string; [field: string]: unknown }) =>
  `event: ${data.type}\ndata: ${JSON.stringify(data)}\n\n`
const anthropicMessage = {
  id: 'msg_013Zva2CMHLNnXjNJJKqJ2EF',
  type: 'message',
  role: 'assistant',
  model: 'claude-sonnet-4-5',
  content: [] as object[],
  stop_reason: null as string | null,
  stop_sequence: null,
  usage: { input_tokens: usage.prompt, output_tokens: 1 },
}
const messageDeltas = pieces.map((text) =>
  event({ type: 'content_block_delta', index: 0, delta: { type: 'text_delta', text } }),
)
const messageStart =
  event({ type: 'message_start', message: anthropicMessage }) +
  event({ type: 'content_block_start', index: 0, content_block: { type: 'text', text: '' } })
const messageEnd =
  event({ type: 'content_block_stop', index: 0 }) +
  event({
    type: 'message_delta',
    delta: { stop_reason: 'end_turn', stop_sequence: null },
    usage: { output_tokens: usage.completion },
  }) +
  event({ type: 'message_stop' })
const message = Buffer.from(
  JSON.stringify({
    ...anthropicMessage,
    content: [{ type: 'text', text: words }],
    stop_reason: 'end_turn',
    usage: { ...anthropicMessage.usage, output_tokens: usage.completion },
  }),
)

const openai: UpstreamBytes = {
  whole: completion,
  start: '',
  events: completionEvents,
  end: `${finish}data: [DONE]\n\n`,
}
const openaiWithUsage = { ...openai, end: `${finish}${chunk([], { usage: openaiUsage })}data: [DONE]\n\n` }
const anthropic: UpstreamBytes = { whole: message, start: messageStart, events: messageDeltas, end: messageEnd }

export function bytesFor(path: string, request: Buffer): UpstreamBytes {
  if (path.includes('/messages')) return anthropic
  return request.includes('"include_usage":true') ? openaiWithUsage : openai
}
