import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { JsonObject } from '../../forms/chat.ts'
import { geminiDialect } from './gemini-dialect.ts'

const hi = { role: 'user', parts: [{ text: 'hi' }] }
const request = (body: JsonObject, model = 'm') => geminiDialect.request({ contents: [hi], ...body }, model)

const configs: [config: JsonObject, expected: JsonObject][] = [
  [
    { temperature: 0, topP: 0, topK: 0, seed: 0 },
    { temperature: 0, top_p: 0, top_k: 0, seed: 0 },
  ],
  [{ candidateCount: 2 }, { n: 2 }],
  [
    { presencePenalty: 1, frequencyPenalty: -1 },
    { presence_penalty: 1, frequency_penalty: -1 },
  ],
  [{ responseMimeType: 'application/json' }, { response_format: { type: 'json_object' } }],
  [{ responseMimeType: 'text/plain' }, {}],
  [
    { responseMimeType: 'application/json', responseSchema: { type: 'STRING', nullable: true } },
    {
      response_format: { type: 'json_schema', json_schema: { name: 'response', schema: { type: ['string', 'null'] } } },
    },
  ],
  [
    { responseMimeType: 'application/json', responseJsonSchema: { type: 'object', $id: 'x' }, responseSchema: {} },
    {
      response_format: { type: 'json_schema', json_schema: { name: 'response', schema: { type: 'object', $id: 'x' } } },
    },
  ],
  [{ thinkingConfig: { thinkingBudget: -1 } }, {}],
  [{ thinkingConfig: { thinkingBudget: 1024 } }, { reasoning_effort: 'low' }],
  [{ thinkingConfig: { thinkingBudget: 1025 } }, { reasoning_effort: 'medium' }],
  [{ thinkingConfig: { thinkingBudget: 8192 } }, { reasoning_effort: 'medium' }],
  [{ thinkingConfig: { thinkingBudget: 8193 } }, { reasoning_effort: 'high' }],
  [{ thinkingConfig: { thinkingLevel: 'MINIMAL' } }, { reasoning_effort: 'minimal' }],
  [{ thinkingConfig: { thinkingLevel: 'medium' } }, { reasoning_effort: 'medium' }],
  [{ thinkingConfig: { thinkingLevel: 'HIGH', thinkingBudget: 1 } }, { reasoning_effort: 'high' }],
  [{ thinkingConfig: { thinkingLevel: 'xhigh' } }, { reasoning_effort: 'xhigh' }],
  [{ thinkingConfig: { thinkingLevel: 'THINKING_LEVEL_UNSPECIFIED', includeThoughts: true } }, {}],
  [
    { responseLogprobs: true, logprobs: 3 },
    { logprobs: true, top_logprobs: 3 },
  ],
  [{ responseModalities: ['TEXT', 'IMAGE'] }, { modalities: ['text', 'image'] }],
  [{ responseModalities: ['TEXT'] }, {}],
]
for (const [generationConfig, expected] of configs)
  test(`config ${JSON.stringify(generationConfig)}`, () => {
    const { model: _, messages: __, ...rest } = request({ generationConfig })
    assert.deepEqual(rest, expected)
  })

test('the limit goes where the model wants it, and top_k only where it is known', () => {
  const generationConfig = { maxOutputTokens: 5, topK: 4 }
  const { messages: _, ...rest } = request({ generationConfig }, 'gpt-5.6')
  assert.deepEqual(rest, { model: 'gpt-5.6', max_completion_tokens: 5 })
  assert.equal(request({ generationConfig }, 'claude-opus-5').top_k, 4)
})
