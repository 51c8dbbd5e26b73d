import assert from 'node:assert/strict'
import { test } from 'node:test'
import { noUsage, totalCompletion, totalPrompt } from '../../../../domain/money/pricing/usage.ts'
import type { JsonObject } from '../../../forms/chat.ts'
import { usageOfGemini } from './usage.ts'

const rows: [what: string, counts: JsonObject, expected: JsonObject][] = [
  [
    'a prompt and a response',
    { promptTokenCount: 3, candidatesTokenCount: 2, totalTokenCount: 5 },
    { input: 3, output: 2 },
  ],
  [
    'thoughts are part of the output',
    { promptTokenCount: 3, candidatesTokenCount: 2, thoughtsTokenCount: 7, totalTokenCount: 12 },
    { input: 3, output: 9, reasoning: 7 },
  ],
  [
    'what is cached is part of the prompt',
    { promptTokenCount: 20, cachedContentTokenCount: 8, totalTokenCount: 20 },
    { input: 12, cache_read: 8 },
  ],
  [
    'what tools were told is part of the prompt',
    { promptTokenCount: 10, toolUsePromptTokenCount: 5, candidatesTokenCount: 1, totalTokenCount: 16 },
    { input: 15, output: 1 },
  ],
  [
    'without a sum the parts count',
    { promptTokenCount: 3, candidatesTokenCount: 2, thoughtsTokenCount: 1 },
    { input: 3, output: 3, reasoning: 1 },
  ],
  ['where parts are missing the sum counts', { promptTokenCount: 3, totalTokenCount: 10 }, { input: 3, output: 7 }],
  [
    'a sum below the prompt is no sum',
    { promptTokenCount: 9, candidatesTokenCount: 2, totalTokenCount: 4 },
    { input: 9, output: 2 },
  ],
  [
    'pictures and sound are told apart',
    {
      promptTokenCount: 100,
      promptTokensDetails: [
        { modality: 'TEXT', tokenCount: 10 },
        { modality: 'IMAGE', tokenCount: 60 },
        { modality: 'AUDIO', tokenCount: 30 },
      ],
      candidatesTokenCount: 50,
      candidatesTokensDetails: [
        { modality: 'IMAGE', tokenCount: 30 },
        { modality: 'AUDIO', tokenCount: 15 },
      ],
      totalTokenCount: 150,
    },
    { input: 10, image_input: 60, audio_input: 30, output: 5, image_output: 30, audio_output: 15 },
  ],
  [
    'what was cached of them is not counted twice',
    {
      promptTokenCount: 100,
      cachedContentTokenCount: 50,
      promptTokensDetails: [{ modality: 'AUDIO', tokenCount: 60 }],
      cacheTokensDetails: [{ modality: 'AUDIO', tokenCount: 50 }],
    },
    { cache_read: 50, audio_input: 10, input: 40 },
  ],
]
for (const [what, counts, expected] of rows)
  test(`usage: ${what}`, () => {
    assert.deepEqual(usageOfGemini(counts), { ...noUsage, ...expected })
  })

test('a response without counts has no usage', () => {
  for (const value of [undefined, null, 'x', []]) assert.equal(usageOfGemini(value), undefined)
})

test('searches are counted beside the tokens', () => {
  assert.deepEqual(usageOfGemini({ promptTokenCount: 1 }, { searches: 2 })?.tool_calls, [
    { name: 'google_search', count: 2 },
  ])
})

test('a picture that was shown counts even before the upstream counts it', () => {
  const counts = { promptTokenCount: 1, candidatesTokenCount: 4, totalTokenCount: 5 }
  assert.deepEqual(usageOfGemini(counts, { imagesSoFar: 2 }), { ...noUsage, input: 1, output: 4, image_output: 2796 })
  const counted = { ...counts, candidatesTokensDetails: [{ modality: 'IMAGE', tokenCount: 3 }] }
  assert.equal(usageOfGemini(counted, { imagesSoFar: 2 })?.image_output, 3)
})

test('claims that cannot be true never add up to more than what was claimed in all', () => {
  const lies = [-1, 1e308, Number.NaN, '9', null, {}, 1.5, 2 ** 60]
  for (const lie of lies) {
    const usage = usageOfGemini({
      promptTokenCount: 10,
      cachedContentTokenCount: lie,
      toolUsePromptTokenCount: lie === 1e308 || lie === 2 ** 60 ? 0 : lie,
      candidatesTokenCount: 5,
      thoughtsTokenCount: lie,
      promptTokensDetails: [{ modality: 'IMAGE', tokenCount: lie }, lie],
      candidatesTokensDetails: [{ modality: 'AUDIO', tokenCount: lie }, lie],
      totalTokenCount: 15,
    })
    assert.ok(usage)
    assert.ok(
      Object.values(usage).every((count) => Number.isSafeInteger(count) && Number(count) >= 0),
      String(lie),
    )
    assert.ok(totalPrompt(usage) <= 11 && totalCompletion(usage) <= 5, String(lie))
  }
})
