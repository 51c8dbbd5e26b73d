import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { JsonObject } from '../../../forms/chat.ts'
import { bodyOf } from '../testing.ts'

const thinkingOf = (model: string, reasoning_effort: string, max_tokens?: number) => {
  const config = bodyOf({ reasoning_effort, ...(max_tokens && { max_tokens }) }, model).generationConfig
  return (config as JsonObject | undefined)?.thinkingConfig
}
const budget = (thinkingBudget: number) => ({ thinkingBudget, includeThoughts: true })
const level = (thinkingLevel: string) => ({ thinkingLevel, includeThoughts: true })

const rows: [model: string, effort: string, expected: unknown][] = [
  ['gemini-2.5-pro', 'none', { thinkingBudget: 128 }],
  ['gemini-2.5-pro', 'minimal', budget(128)],
  ['gemini-2.5-pro', 'low', budget(6553)],
  ['gemini-2.5-pro', 'medium', budget(16384)],
  ['gemini-2.5-pro', 'high', budget(26214)],
  ['gemini-2.5-flash', 'none', { thinkingBudget: 0 }],
  ['gemini-2.5-flash', 'medium', budget(12288)],
  ['gemini-2.5-flash-lite', 'none', { thinkingBudget: 0 }],
  ['gemini-2.5-flash-lite', 'minimal', budget(512)],
  ['gemini-3-pro-preview', 'none', { thinkingLevel: 'low' }],
  ['gemini-3.1-pro-preview', 'minimal', level('low')],
  ['gemini-3-flash', 'none', { thinkingLevel: 'minimal' }],
  ['gemini-3.6-flash', 'minimal', level('minimal')],
  ['gemini-3.6-flash', 'xhigh', level('high')],
  ['gemini-3.8-flash', 'none', { thinkingLevel: 'low' }],
  ['gemini-3.7-flash', 'minimal', level('low')],
  ['gemini-4-argon', 'max', level('high')],
  ['gemini-3-pro-preview', 'medium', level('high')],
  ['gemini-3.1-flash-lite', 'none', { thinkingLevel: 'minimal' }],
  ['gemini-4-carbon', 'none', { thinkingLevel: 'low' }],
  ['gemini-4-hydrogen', 'max', level('xhigh')],
  ['gemini-4-hydrogen', 'high', level('high')],
  ['gemini-flash-latest', 'medium', level('medium')],
  ['gemini-flash-latest', 'none', { thinkingLevel: 'low' }],
  ['gemini-flash-lite-latest', 'none', { thinkingLevel: 'minimal' }],
  ['gemini-9-flash', 'minimal', level('low')],
  ['gemini-9-flash-lite', 'minimal', level('minimal')],
  ['gemini-9-neon', 'minimal', level('low')],
  ['gemini-2.0-flash', 'high', undefined],
  ['gemini-1.5-pro', 'none', undefined],
  ['gemini-2.5-flash-image', 'high', undefined],
  ['gemma-3-27b-it', 'high', undefined],
  ['gemini-2.5-pro', 'as you like', undefined],
  ['gemini-2.5-pro', 'constructor', undefined],
]
for (const [model, effort, expected] of rows)
  test(`${model} with ${effort} effort`, () => {
    assert.deepEqual(thinkingOf(model, effort), expected)
  })

test('a share of the limit is thought where there is one, within what the model can', () => {
  assert.deepEqual(thinkingOf('gemini-2.5-pro', 'medium', 4000), budget(2000))
  assert.deepEqual(thinkingOf('gemini-2.5-pro', 'low', 100), budget(128))
  assert.deepEqual(thinkingOf('gemini-2.5-flash', 'high', 1_000_000), budget(24576))
})
