import Anthropic from '@anthropic-ai/sdk'
import type { Message, MessageCreateParamsNonStreaming, MessageParam } from '@anthropic-ai/sdk/resources/messages'
import type { Calling, ConnectSdk, Heard, Tool } from './client.ts'

type Params = Omit<MessageCreateParamsNonStreaming, 'stream' | 'max_tokens'>

const toolsOf = (tools: Tool[]): Anthropic.Tool[] =>
  tools.map(({ name, description, parameters }) => ({
    name,
    description,
    input_schema: { type: 'object', ...parameters },
  }))

const heardOf = (message: Message, pieces = 1): Heard => ({
  text: message.content.map((block) => (block.type === 'text' ? block.text : '')).join(''),
  reasoning: message.content.map((block) => (block.type === 'thinking' ? block.thinking : '')).join(''),
  finish: message.stop_reason ?? '',
  input: message.usage.input_tokens,
  output: message.usage.output_tokens,
  reasoningTokens: 0, // this vendor counts them within the output
  pieces,
})

export const anthropicMessages: ConnectSdk = (url, key) => {
  const client = new Anthropic({ apiKey: key, baseURL: url, maxRetries: 0 })

  async function streamed(params: Params) {
    const stream = client.messages.stream({ max_tokens: 4096, ...params })
    let pieces = 0
    stream.on('text', () => pieces++)
    const message = await stream.finalMessage()
    return { message, heard: heardOf(message, pieces) }
  }
  async function whole(params: Params) {
    const message = await client.messages.create({ max_tokens: 4096, ...params })
    return { message, heard: heardOf(message) }
  }
  const user = (content: MessageParam['content']): MessageParam[] => [{ role: 'user', content }]

  return {
    text: async (model, prompt) => (await whole({ model, messages: user(prompt) })).heard,
    stream: async (model, prompt) => (await streamed({ model, messages: user(prompt) })).heard,
    async call(model, prompt, tools, isStream): Promise<Calling> {
      const call = isStream ? streamed : whole
      const { message } = await call({ model, messages: user(prompt), tools: toolsOf(tools) })
      const calls = message.content.filter((block) => block.type === 'tool_use')
      return {
        calls: calls.map(({ name, input }) => ({ name, arguments: input })),
        response: async (results) => {
          const told = results.map((content, at) => {
            return { type: 'tool_result' as const, tool_use_id: calls[at]?.id ?? '', content }
          })
          const history: MessageParam[] = [
            ...user(prompt),
            { role: 'assistant', content: message.content },
            { role: 'user', content: told },
          ]
          return (await call({ model, messages: history, tools: toolsOf(tools) })).heard
        },
      }
    },
    async picture(model, prompt, { mime, base64 }) {
      const source = { type: 'base64' as const, media_type: mime as 'image/png', data: base64 }
      const content = [
        { type: 'image' as const, source },
        { type: 'text' as const, text: prompt },
      ]
      return (await whole({ model, messages: user(content) })).heard
    },
    async json(model, prompt, schema) {
      const output_config = { format: { type: 'json_schema' as const, schema } }
      return (await whole({ model, messages: user(prompt), output_config })).heard
    },
    async reason(model, prompt, isStream) {
      const call = isStream ? streamed : whole
      return (await call({ model, messages: user(prompt), thinking: { type: 'enabled', budget_tokens: 2048 } })).heard
    },
    failure(error) {
      if (!(error instanceof Anthropic.APIError)) throw error
      return { name: error.constructor.name, status: error.status, message: error.message }
    },
  }
}
