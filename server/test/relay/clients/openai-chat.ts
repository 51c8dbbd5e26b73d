import OpenAI from 'openai'
import type { ChatCompletionMessageParam, ChatCompletionTool } from 'openai/resources/chat/completions'
import type { Calling, ConnectSdk, Heard, Tool } from './client.ts'

type Params = Omit<OpenAI.ChatCompletionCreateParamsNonStreaming, 'stream'>
/** Vendors and gateways of this dialect show reasoning here; OpenAI's own types do not know it. */
type Reasoned = { reasoning_content?: string | null }

const toolsOf = (tools: Tool[]): ChatCompletionTool[] =>
  tools.map((tool) => ({ type: 'function', function: { ...tool } }))

function heardOf(completion: OpenAI.ChatCompletion, pieces = 1): Heard {
  const [choice] = completion.choices
  return {
    text: choice?.message.content ?? '',
    reasoning: (choice?.message as Reasoned | undefined)?.reasoning_content ?? '',
    finish: choice?.finish_reason ?? '',
    input: completion.usage?.prompt_tokens ?? -1,
    output: completion.usage?.completion_tokens ?? -1,
    reasoningTokens: completion.usage?.completion_tokens_details?.reasoning_tokens ?? 0,
    pieces,
  }
}

export const openaiChat: ConnectSdk = (url, key) => {
  const client = new OpenAI({ apiKey: key, baseURL: `${url}/v1`, maxRetries: 0 })

  /** The SDK's own helper puts the pieces together; ours only counts them. */
  async function streamed(params: Params) {
    const stream = client.chat.completions.stream({ ...params, stream_options: { include_usage: true } })
    let pieces = 0
    let reasoning = ''
    for await (const chunk of stream) {
      const delta = chunk.choices[0]?.delta
      if (delta?.content) pieces++
      reasoning += (delta as Reasoned | undefined)?.reasoning_content ?? ''
    }
    const completion = await stream.finalChatCompletion()
    return { completion, heard: { ...heardOf(completion, pieces), reasoning } }
  }
  async function whole(params: Params) {
    const completion = await client.chat.completions.create(params)
    return { completion, heard: heardOf(completion) }
  }
  const user = (content: OpenAI.ChatCompletionUserMessageParam['content']): ChatCompletionMessageParam[] => [
    { role: 'user', content },
  ]

  return {
    text: async (model, prompt) => (await whole({ model, messages: user(prompt) })).heard,
    stream: async (model, prompt) => (await streamed({ model, messages: user(prompt) })).heard,
    async call(model, prompt, tools, isStream): Promise<Calling> {
      const request = isStream ? streamed : whole
      const messages = user(prompt)
      const { completion } = await request({ model, messages, tools: toolsOf(tools) })
      const message = completion.choices[0]?.message
      const calls = (message?.tool_calls ?? []).filter((call) => call.type === 'function')
      return {
        calls: calls.map((call) => ({ name: call.function.name, arguments: JSON.parse(call.function.arguments) })),
        response: async (results) => {
          const told = results.map((content, at): ChatCompletionMessageParam => {
            return { role: 'tool', tool_call_id: calls[at]?.id ?? '', content }
          })
          const history = [...messages, ...(message ? [message] : []), ...told]
          return (await request({ model, messages: history, tools: toolsOf(tools) })).heard
        },
      }
    },
    async picture(model, prompt, { mime, base64 }) {
      const image_url = { url: `data:${mime};base64,${base64}` }
      const content = [
        { type: 'text' as const, text: prompt },
        { type: 'image_url' as const, image_url },
      ]
      return (await whole({ model, messages: user(content) })).heard
    },
    async json(model, prompt, schema) {
      const response_format = { type: 'json_schema' as const, json_schema: { name: 'answer', schema, strict: true } }
      return (await whole({ model, messages: user(prompt), response_format })).heard
    },
    async reason(model, prompt, isStream) {
      const call = isStream ? streamed : whole
      return (await call({ model, messages: user(prompt), reasoning_effort: 'high' })).heard
    },
    failure(error) {
      if (!(error instanceof OpenAI.APIError)) throw error
      return { name: error.constructor.name, status: error.status, message: error.message }
    },
  }
}
