import assert from 'node:assert/strict'
import { test } from 'node:test'
import { completionRatio } from './completion-ratio.ts'

const stored = (...entries: [string, number][]) => new Map(entries)

test('a ratio that the program of the source fixes wins over the stored one, where it does there', () => {
  const newApi = { name: 'new-api', version: '0.4' } as const
  assert.equal(completionRatio(newApi, 'gpt-4o', stored(['gpt-4o', 9])), 4)
  assert.equal(completionRatio(newApi, 'gpt-4-turbo', undefined), 3)
  assert.equal(completionRatio(newApi, 'gpt-4-all', stored(['gpt-4-all', 7])), 7)
  assert.equal(completionRatio(newApi, 'my-model', stored(['my-model', 3])), 3)
  assert.equal(completionRatio(newApi, 'my-model', undefined), 1)
  assert.equal(completionRatio(newApi, 'gpt-4/mine', stored(['gpt-4/mine', 9])), 9, 'a name with a slash is not fixed')

  const oneApi = { name: 'one-api', version: '0.6' } as const
  assert.equal(completionRatio(oneApi, 'gpt-4o', stored(['gpt-4o', 9])), 9)
  assert.equal(completionRatio(oneApi, 'gemini-pro', undefined), 3)
  assert.equal(completionRatio(oneApi, 'deepseek-chat', undefined), 2)

  const current = { name: 'new-api', version: 'current' } as const
  assert.equal(completionRatio(current, 'gpt-5', stored(['gpt-5', 9])), 8)
  assert.equal(completionRatio(current, 'gpt-5.1', stored(['gpt-5.1', 9])), 9)
  assert.equal(completionRatio(current, 'gpt-5-all', stored(['gpt-5-all', 9])), 9)
  assert.equal(completionRatio(current, 'gpt-4o', stored()), 4)
  assert.equal(completionRatio(current, 'my-model', stored()), 1)
  assert.equal(completionRatio(current, 'my-model', undefined), undefined, 'only its program knows')
  assert.equal(completionRatio({ name: 'new-api', version: '0.8' }, 'deepseek-chat', stored(['deepseek-chat', 9])), 4)
})
