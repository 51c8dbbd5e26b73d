import assert from 'node:assert/strict'
import { test } from 'node:test'
import { maxTokensField } from './max-tokens-field.ts'

test('reasoning models are told by their names, whatever stands before them', () => {
  for (const model of ['o1', 'o3-mini', 'o4-mini-2025-04-16', 'gpt-5', 'gpt-5.1', 'gpt-6-sol', 'openai/gpt-5.6-luna'])
    assert.equal(maxTokensField(model), 'max_completion_tokens', model)
  for (const model of [
    'gpt-4o',
    'gpt-4.1-mini',
    'gpt-3.5-turbo',
    'gpt-35-turbo',
    'gpt-5-chat-latest',
    'gpt-oss:20b',
    'omni',
    'm',
  ])
    assert.equal(maxTokensField(model), 'max_tokens', model)
})
