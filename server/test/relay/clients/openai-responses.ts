import OpenAI from 'openai'
import type { Response, ResponseInput, ResponseInputItem } from 'openai/resources/responses/responses'
import type { Calling, ConnectSdk, Heard, Tool } from './client.ts'

type Params = Omit<OpenAI.Responses.ResponseCreateParamsNonStreaming, 'stream'>

const toolsOf = (tools: Tool[]) => tools.map((tool) => ({ type: 'function' as const, strict: false, ...tool }))

const heardOf = (response: Response, pieces = 1): Heard => ({
  text: response.output_text,
  reasoning: response.output
    .flatMap((item) => (item.type === 'reasoning' ? item.summary.map(({ text }) => text) : []))
    .join(''),
  finish: response.incomplete_details?.reason ?? response.status ?? '',
  input: response.usage?.input_tokens ?? -1,
  output: response.usage?.output_tokens ?? -1,
  reasoningTokens: response.usage?.output_tokens_details?.reasoning_tokens ?? 0,
  pieces,
})

export const openaiResponses: ConnectSdk = (url, key) => {
  const client = new OpenAI({ apiKey: key, baseURL: `${url}/v1`, maxRetries: 0 })

  async function streamed(params: Params) {
    const stream = client.responses.stream(params)
    let pieces = 0
    for await (const event of stream) if (event.type === 'response.output_text.delta') pieces++
    const response = await stream.finalResponse()
    return { response, heard: heardOf(response, pieces) }
  }
  async function whole(params: Params) {
    const response = await client.responses.create(params)
    return { response, heard: heardOf(response) }
  }
  const user = (content: string): ResponseInput => [{ role: 'user', content }]

  return {
    text: async (model, prompt) => (await whole({ model, input: prompt })).heard,
    stream: async (model, prompt) => (await streamed({ model, input: prompt })).heard,
    async call(model, prompt, tools, isStream): Promise<Calling> {
      const request = isStream ? streamed : whole
      const { response } = await request({ model, input: user(prompt), tools: toolsOf(tools), store: false })
      const calls = response.output.flatMap((item) => (item.type === 'function_call' ? [item] : []))
      return {
        calls: calls.map((call) => ({ name: call.name, arguments: JSON.parse(call.arguments) })),
        response: async (results) => {
          const told = results.map((output, at): ResponseInputItem => {
            return { type: 'function_call_output', call_id: calls[at]?.call_id ?? '', output }
          })
          const input = [...user(prompt), ...response.output, ...told] as ResponseInput // what came may go back
          return (await request({ model, input, tools: toolsOf(tools), store: false })).heard
        },
      }
    },
    async picture(model, prompt, { mime, base64 }) {
      const picture = {
        type: 'input_image' as const,
        detail: 'auto' as const,
        image_url: `data:${mime};base64,${base64}`,
      }
      const input: ResponseInput = [{ role: 'user', content: [{ type: 'input_text', text: prompt }, picture] }]
      return (await whole({ model, input })).heard
    },
    async json(model, prompt, schema) {
      const format = { type: 'json_schema' as const, name: 'answer', schema, strict: true }
      return (await whole({ model, input: prompt, text: { format } })).heard
    },
    async reason(model, prompt, isStream) {
      const call = isStream ? streamed : whole
      return (await call({ model, input: prompt, reasoning: { effort: 'high', summary: 'auto' } })).heard
    },
    failure(error) {
      if (!(error instanceof OpenAI.APIError)) throw error
      return { name: error.constructor.name, status: error.status, message: error.message }
    },
  }
}
