import {
  ApiError,
  type Content,
  type GenerateContentConfig,
  type GenerateContentResponse,
  GoogleGenAI,
} from '@google/genai'
import type { Calling, ConnectSdk, Heard, Tool } from './client.ts'

type Send = (model: string, contents: Content[], config?: GenerateContentConfig) => Promise<Responded>
type Responded = { parts: Content['parts'] & object; heard: Heard }

const toolsOf = (tools: Tool[]): GenerateContentConfig => ({
  tools: [
    {
      functionDeclarations: tools.map(({ name, description, parameters }) => {
        return { name, description, parametersJsonSchema: parameters }
      }),
    },
  ],
})

/** Parts of all chunks, and what the last chunk that says so says of the end and the usage. */
function heardFrom(chunks: GenerateContentResponse[]): Responded {
  const parts = chunks.flatMap((chunk) => chunk.candidates?.[0]?.content?.parts ?? [])
  const usage = chunks.findLast((chunk) => chunk.usageMetadata)?.usageMetadata
  const said = parts.filter((part) => part.text && !part.thought)
  return {
    parts,
    heard: {
      text: said.map(({ text }) => text).join(''),
      reasoning: parts.map((part) => (part.thought ? part.text : '')).join(''),
      finish: chunks.findLast((chunk) => chunk.candidates?.[0]?.finishReason)?.candidates?.[0]?.finishReason ?? '',
      input: usage?.promptTokenCount ?? -1,
      output: (usage?.candidatesTokenCount ?? -1) + (usage?.thoughtsTokenCount ?? 0),
      reasoningTokens: usage?.thoughtsTokenCount ?? 0,
      pieces: said.length,
    },
  }
}

export const geminiContent: ConnectSdk = (url, key) => {
  const client = new GoogleGenAI({ apiKey: key, httpOptions: { baseUrl: url } })
  const streamed: Send = async (model, contents, config = {}) => {
    const chunks: GenerateContentResponse[] = []
    for await (const chunk of await client.models.generateContentStream({ model, contents, config })) chunks.push(chunk)
    return heardFrom(chunks)
  }
  const whole: Send = async (model, contents, config = {}) =>
    heardFrom([await client.models.generateContent({ model, contents, config })])
  const user = (...parts: Content['parts'] & object): Content[] => [{ role: 'user', parts }]

  return {
    text: async (model, prompt) => (await whole(model, user({ text: prompt }))).heard,
    stream: async (model, prompt) => (await streamed(model, user({ text: prompt }))).heard,
    async call(model, prompt, tools, isStream): Promise<Calling> {
      const call = isStream ? streamed : whole
      const { parts } = await call(model, user({ text: prompt }), toolsOf(tools))
      const calls = parts.flatMap((part) => part.functionCall ?? [])
      return {
        calls: calls.map(({ name, args }) => ({ name: name ?? '', arguments: args })),
        response: async (results) => {
          const told = results.map((result, at) => {
            const { id, name } = calls[at] ?? {}
            return { functionResponse: { ...(id && { id }), name, response: { result } } }
          })
          const history = [...user({ text: prompt }), { role: 'model', parts }, ...user(...told)]
          return (await call(model, history, toolsOf(tools))).heard
        },
      }
    },
    async picture(model, prompt, { mime, base64 }) {
      const parts = user({ inlineData: { mimeType: mime, data: base64 } }, { text: prompt })
      return (await whole(model, parts)).heard
    },
    async json(model, prompt, schema) {
      const config = { responseMimeType: 'application/json', responseJsonSchema: schema }
      return (await whole(model, user({ text: prompt }), config)).heard
    },
    async reason(model, prompt, isStream) {
      const call = isStream ? streamed : whole
      const thinkingConfig = { includeThoughts: true, thinkingBudget: 2048 }
      return (await call(model, user({ text: prompt }), { thinkingConfig })).heard
    },
    failure(error) {
      if (!(error instanceof ApiError)) throw error
      return { name: error.constructor.name, status: error.status, message: error.message }
    },
  }
}
