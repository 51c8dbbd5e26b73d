import assert from 'node:assert/strict'
import { test } from 'node:test'
import { callableModels } from './callable-models.ts'

const row = (model_name: string, groups = ['default'], endpoints = ['openai']) => ({
  model_name,
  enable_groups: groups,
  supported_endpoint_types: endpoints as 'openai'[],
})
const rows = [row('gpt-4o-mini'), row('vip-only', ['vip']), row('whisper-1', ['default'], ['transcriptions'])]
const token = { group: '', model_limits_enabled: false, model_limits: '' }

test('only chat models of the token are named: of its group, and within its limits', () => {
  assert.deepEqual(callableModels(rows, token, 'default'), ['gpt-4o-mini'])
  assert.deepEqual(callableModels(rows, { ...token, group: 'vip' }, 'default'), ['vip-only'])
  assert.deepEqual(callableModels(rows, token, 'default', 'transcriptions'), ['whisper-1'])
  assert.deepEqual(callableModels(rows, { ...token, model_limits_enabled: true, model_limits: 'other' }, 'default'), [])
})
