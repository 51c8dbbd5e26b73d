import { absentModel, type Call } from '../exchange/call.ts'
import { json, type Reply } from '../exchange/reply.ts'
import { modelMissing } from './request-rules.ts'

const listed = ['gemini-4-argon', 'gemini-3.8-flash', 'gemini-2.5-pro', 'gemini-2.5-flash', 'gemini-embedding-001']

const entryOf = (id: string) => ({
  name: `models/${id}`,
  version: '1',
  displayName: id,
  inputTokenLimit: 1_048_576,
  outputTokenLimit: 65_536,
  supportedGenerationMethods: id.includes('embedding')
    ? ['embedContent', 'batchEmbedContents']
    : ['generateContent', 'countTokens'],
})

const pageMax = 3

/** In pages, however large they are asked for, so that a client has to ask for the next one. */
export function models({ query }: Call): Reply {
  const size = Math.min(pageMax, Math.max(1, Number(query.get('pageSize') ?? 50) || 50))
  const start = Number(query.get('pageToken') ?? 0) || 0
  const nextPageToken = start + size < listed.length ? String(start + size) : undefined
  return json({ models: listed.slice(start, start + size).map(entryOf), nextPageToken })
}

export function model({ model }: Call): Reply {
  if (model === absentModel) throw modelMissing(model, 'get')
  return json(entryOf(model))
}
