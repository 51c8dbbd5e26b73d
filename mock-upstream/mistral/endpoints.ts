import { type Call, createdSeconds, identifier } from '../exchange/call.ts'
import { given, isInteger, numberOf, textOf } from '../exchange/json.ts'
import { json, type MockResponse } from '../exchange/response.ts'
import { completionFor } from '../model/completion.ts'
import { embeddings as openaiEmbeddings } from '../openai/embeddings.ts'
import { silence } from '../openai/sound.ts'
import { plainUsage } from '../openai/write-chat.ts'
import { invalidField } from './errors.ts'

/** The text between a prompt and its suffix. */
export function fillIn(call: Call): MockResponse {
  const { body, model } = call
  if (typeof body.prompt !== 'string') throw invalidField(['prompt'], 'Field required', 'missing')
  const characters = body.prompt.length + textOf(body.suffix).length
  const request = {
    prompt: body.prompt,
    characters,
    media: [],
    tools: [],
    results: [],
    outputMax: numberOf(body.max_tokens),
  }
  const { text, finish, counts } = completionFor(request, call.counts)
  return json({
    id: identifier('', call).slice(-24),
    object: 'chat.completion',
    created: createdSeconds,
    model,
    choices: [{ index: 0, message: { role: 'assistant', content: text, tool_calls: null }, finish_reason: finish }],
    usage: call.usage(plainUsage(counts)),
  })
}

const embeddingFields = ['model', 'input', 'metadata', 'output_dimension', 'output_dtype', 'encoding_format']

export function embeddings(call: Call): MockResponse {
  const { body } = call
  for (const name of Object.keys(body)) {
    if (!embeddingFields.includes(name))
      throw invalidField([name], 'Extra inputs are not permitted', 'extra_forbidden', body[name])
  }
  if (given(body, 'output_dimension') && !isInteger(body.output_dimension, 1, 3072)) {
    throw invalidField(['output_dimension'], 'Input should be less than or equal to 3072', 'less_than_equal')
  }
  const response = openaiEmbeddings({ ...call, body: { ...body, dimensions: body.output_dimension } })
  return json({ id: identifier('', call), ...JSON.parse(String(response.body)) })
}

/** Audio inside JSON. Other vendors respond with the bytes. */
export function speech({ body }: Call): MockResponse {
  const input = textOf(body.input)
  if (input === '') throw invalidField(['input'], 'Field required', 'missing')
  for (const name of ['voice', 'speed', 'instructions']) {
    if (given(body, name)) throw invalidField([name], 'Extra inputs are not permitted', 'extra_forbidden', body[name])
  }
  if (!given(body, 'voice_id') && !given(body, 'ref_audio'))
    throw invalidField(['voice_id'], 'Field required', 'missing')
  return json({ audio_data: silence('mp3', input).toString('base64') })
}
