import assert from 'node:assert/strict'
import { test } from 'node:test'
import { asGemini } from './gemini-successor.ts'

const mappingOf = (models: string, model_mapping = '') => JSON.parse(asGemini({ models, model_mapping }).model_mapping)

test('the channel gets the address of Gemini and keeps the names of its models', () => {
  const { type, base_url, other } = asGemini({ models: 'PaLM-2', model_mapping: '' })
  assert.deepEqual([type, base_url, other], [24, '', ''])
  assert.deepEqual(mappingOf('PaLM-2,embedding-gecko-001'), {
    'PaLM-2': 'gemini-flash-latest',
    'embedding-gecko-001': 'gemini-embedding-001',
  })
})

test('a mapping to Gemini stays, and a mapping to PaLM 2 gets the successor', () => {
  const mapping = '{"PaLM-2":"chat-bison-001","fast":"gemini-2.5-flash","other":"x"}'
  assert.deepEqual(mappingOf('PaLM-2,fast,gemini-2.5-pro', mapping), {
    'PaLM-2': 'gemini-flash-latest',
    fast: 'gemini-2.5-flash',
    other: 'x',
  })
  assert.deepEqual(mappingOf('PaLM-2', 'no JSON'), { 'PaLM-2': 'gemini-flash-latest' })
})
