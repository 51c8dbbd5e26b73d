import assert from 'node:assert/strict'
import { test } from 'node:test'
import { completionRatio } from './completion-ratio.ts'

test('a ratio that the program of the source fixes wins over the stored one, where it does there', () => {
  const newApi = { name: 'new-api', version: '0.4' } as const
  assert.equal(completionRatio(newApi, 'gpt-4o', 9), 4)
  assert.equal(completionRatio(newApi, 'gpt-4-turbo', undefined), 3)
  assert.equal(completionRatio(newApi, 'gpt-4-all', 7), 7)
  assert.equal(completionRatio(newApi, 'my-model', 3), 3)
  assert.equal(completionRatio(newApi, 'my-model', undefined), 1)

  const oneApi = { name: 'one-api', version: '0.6' } as const
  assert.equal(completionRatio(oneApi, 'gpt-4o', 9), 9)
  assert.equal(completionRatio(oneApi, 'gemini-pro', undefined), 3)

  const current = { name: 'new-api', version: 'current' } as const
  assert.equal(completionRatio(current, 'gpt-4o', 9), 9)
  assert.equal(completionRatio(current, 'gpt-5', undefined), undefined, 'only its program knows')
})
