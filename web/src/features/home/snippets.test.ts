import assert from 'node:assert/strict'
import { stripTypeScriptTypes } from 'node:module'
import { test } from 'node:test'
import { snippet } from './snippets.ts'

const base = 'https://api.example'
const remarks = { theLine: 'line', noVersion: 'version', model: 'model' }

test('the curl call posts valid JSON to the chat address', () => {
  const code = snippet('curl', 'python', base, remarks)
  assert.ok(code.startsWith(`curl ${base}/v1/chat/completions \\\n`))
  const body = JSON.parse(/-d '([^']*)'$/.exec(code)?.[1] ?? '')
  assert.deepEqual(body.messages, [{ role: 'user', content: 'Hello' }])
})

test('the OpenAI SDK gets the address with its version, the Anthropic SDK without, because it adds its own', () => {
  assert.match(snippet('openai', 'python', base, remarks), /base_url="https:\/\/api\.example\/v1",/)
  assert.match(snippet('openai', 'javascript', base, remarks), /baseURL: 'https:\/\/api\.example\/v1',/)
  assert.match(snippet('anthropic', 'python', base, remarks), /base_url="https:\/\/api\.example",/)
  assert.match(snippet('anthropic', 'javascript', base, remarks), /baseURL: 'https:\/\/api\.example',/)
})

test('the Node snippets are valid modules', () => {
  for (const client of ['openai', 'anthropic'] as const)
    assert.doesNotThrow(() => stripTypeScriptTypes(snippet(client, 'javascript', base, remarks)))
})
