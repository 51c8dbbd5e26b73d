import assert from 'node:assert/strict'
import { test } from 'node:test'
import { UpstreamFailure } from '../../forms/failure.ts'
import { geminiModels } from './gemini.ts'
import { targetOf } from './testing.ts'

test('the list of models is requested in one go', () => {
  const { method, url, headers } = geminiModels.request(targetOf('', {}, 'v1'))
  assert.equal(method, 'GET')
  assert.equal(url, 'https://generativelanguage.googleapis.com/v1/models?pageSize=1000')
  assert.deepEqual(headers, { 'x-goog-api-key': 'AIza-1' })
})

test('models are listed by the names calls give them', () => {
  const models = [{ name: 'models/gemini-2.5-pro' }, { name: 7 }, null, { name: 'tunedModels/x' }]
  assert.deepEqual(geminiModels.response({ models }), ['gemini-2.5-pro', 'tunedModels/x'])
  assert.throws(() => geminiModels.response({}), UpstreamFailure)
})

test('the next page begins where the page before it says, and the last says nothing', () => {
  const next = geminiModels.next?.({ models: [], nextPageToken: 'a b' })
  assert.equal(next, 'a b')
  assert.match(geminiModels.request(targetOf('', {}, ''), next).url, /\?pageSize=1000&pageToken=a\+b$/)
  assert.equal(geminiModels.next?.({ models: [], nextPageToken: '' }), undefined)
})
