import assert from 'node:assert/strict'
import { stripTypeScriptTypes } from 'node:module'
import { test } from 'node:test'
import { modelFor, snippet } from './snippets.ts'

const base = 'https://api.example'
const values = { base, key: 'sk-abc', model: 'some-model' }
const comments = { theLine: 'line', noVersion: 'version', model: 'model' }

test('the curl call posts valid JSON to the chat address', () => {
  const code = snippet('curl', 'python', values, comments)
  assert.ok(code.startsWith(`curl ${base}/v1/chat/completions \\\n`))
  const body = JSON.parse(/-d '([^']*)'$/.exec(code)?.[1] ?? '')
  assert.equal(body.model, 'some-model')
  assert.match(code, /"Authorization: Bearer sk-abc"/)
  assert.deepEqual(body.messages, [{ role: 'user', content: 'Hello' }])
})

test('the OpenAI SDK gets the address with its version, the others without, because they add their own', () => {
  assert.match(snippet('openai', 'python', values, comments), /base_url="https:\/\/api\.example\/v1",/)
  assert.match(snippet('openai', 'javascript', values, comments), /baseURL: 'https:\/\/api\.example\/v1',/)
  assert.match(snippet('anthropic', 'python', values, comments), /base_url="https:\/\/api\.example",/)
  assert.match(snippet('anthropic', 'javascript', values, comments), /baseURL: 'https:\/\/api\.example',/)
  assert.match(snippet('gemini', 'python', values, comments), /HttpOptions\(base_url="https:\/\/api\.example"\)/)
  assert.match(snippet('gemini', 'javascript', values, comments), /\{ baseUrl: 'https:\/\/api\.example' \}/)
})

test('the Node snippets are valid modules', () => {
  for (const client of ['openai', 'anthropic', 'gemini'] as const)
    assert.doesNotThrow(() => stripTypeScriptTypes(snippet(client, 'javascript', values, comments)))
})

test('the code names a model the reader may call, of the maker of the client if there is one', () => {
  const callable = ['deepseek-chat', 'claude-sonnet-4-5', 'gpt-4o']
  assert.equal(modelFor('curl', callable), 'gpt-4o')
  assert.equal(modelFor('openai', callable), 'gpt-4o')
  assert.equal(modelFor('anthropic', callable), 'claude-sonnet-4-5')
  assert.equal(modelFor('anthropic', ['deepseek-chat']), 'deepseek-chat')
})

test('a model name that would end its quotes is not put between them', () => {
  assert.equal(modelFor('curl', [`gpt-'; rm -rf ~`, 'deepseek-chat']), 'deepseek-chat')
  assert.notEqual(modelFor('curl', [`a"b`]), `a"b`)
})
