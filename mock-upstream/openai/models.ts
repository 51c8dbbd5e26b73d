import { absentModel, type Call, createdSeconds } from '../exchange/call.ts'
import { json, type MockResponse } from '../exchange/response.ts'
import { modelNotFound } from './chat.ts'

const listed = [
  'gpt-6-sol',
  'gpt-5.6',
  'gpt-5.1',
  'gpt-4.1',
  'gpt-4o-mini',
  'text-embedding-3-small',
  'gpt-image-2',
  'gpt-4o-mini-tts',
  'whisper-1',
  'omni-moderation-latest',
]

const entryOf = (id: string) => ({ id, object: 'model', created: createdSeconds, owned_by: 'mock-upstream' })

/** A model list in OpenAI's format. */
export const modelList = (models: string[]) => (): MockResponse => json({ object: 'list', data: models.map(entryOf) })

export const models = modelList(listed)

export function model({ model }: Call): MockResponse {
  if (model === absentModel) throw modelNotFound(model)
  return json(entryOf(model))
}
