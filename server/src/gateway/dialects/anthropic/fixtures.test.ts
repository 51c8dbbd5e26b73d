import assert from 'node:assert/strict'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import type { JsonObject } from '../../forms/chat.ts'
import { createEventReader } from '../../forms/sse.ts'
import { openai } from '../../providers/openai/openai.ts'
import { testTarget } from '../../providers/testing.ts'
import { anthropicDialect } from './anthropic-dialect.ts'
import { facts, streamOf } from './testing.ts'

const folder = join(import.meta.dirname, 'fixtures')
const { chat } = openai
const responseContext = { id: 'req_1', now: 0, model: 'client-model' }

for (const name of readdirSync(folder)) {
  const path = (file: string) => join(folder, name, file)
  const read = (file: string): JsonObject => JSON.parse(readFileSync(path(file), 'utf8'))

  if (existsSync(path('client.json')))
    test(`${name}: an Anthropic client's request becomes OpenAI's`, () => {
      const client = read('client.json')
      const model = String(client.model)
      const target = testTarget({ type: 1, base_url: 'https://api.openai.com', model })
      assert.deepEqual(chat?.request(anthropicDialect.request(client, model), target).body, read('upstream.json'))
    })

  if (existsSync(path('response.json')))
    test(`${name}: OpenAI's response becomes an Anthropic client's`, () => {
      const response = chat?.response(read('response.json'), responseContext)
      assert.deepEqual(response && anthropicDialect.response(response, facts), read('expected.json'))
    })

  if (existsSync(path('response.sse')))
    test(`${name}: OpenAI's stream becomes an Anthropic client's`, () => {
      const reader = createEventReader()
      const decoder = chat?.stream(responseContext)
      const events = [...reader.push(readFileSync(path('response.sse'))), ...reader.end()]
      const chunks = [...events.flatMap((event) => decoder?.push(event) ?? []), ...(decoder?.end() ?? [])]
      assert.deepEqual(streamOf(anthropicDialect.stream(facts), chunks), read('events.json'))
    })
}
