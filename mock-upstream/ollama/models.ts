import { type Call, createdText } from '../exchange/call.ts'
import { textOf } from '../exchange/json.ts'
import { json, type MockResponse } from '../exchange/response.ts'
import { capabilitiesOf, checkModel } from './capabilities.ts'

/** The pulled models. The mock accepts any other name too. */
export const pulled = ['gpt-oss:20b', 'qwen3:latest', 'gemma4:latest', 'llama3.2:latest', 'nomic-embed-text:latest']

const details = {
  format: 'gguf',
  family: 'mock',
  families: ['mock'],
  parameter_size: '8B',
  quantization_level: 'Q4_K_M',
}

export const tags = (): MockResponse =>
  json({
    models: pulled.map((name) => ({ name, model: name, modified_at: createdText, size: 1, digest: 'mock', details })),
  })

export function show({ body }: Call): MockResponse {
  const model = textOf(body.model) || textOf(body.name)
  checkModel(model, 'embed')
  return json({ details, model_info: {}, capabilities: capabilitiesOf(model) })
}

export const version = (): MockResponse => json({ version: '0.20.0' })
