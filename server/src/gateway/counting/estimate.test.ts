import assert from 'node:assert/strict'
import { test } from 'node:test'
import { estimateTokens } from './estimate.ts'
import { tokenCounter } from './text-tokens.ts'

const texts: Record<string, string> = {
  prose:
    'A gateway stands between the people who ask and the models that answer, and keeps the books for both of them.',
  chinese: '网关站在提问的人与回答的模型之间，为双方记账，并把每一次调用写进日志，方便管理员日后查询与核对。',
  code: 'export const totalPrompt = (usage: Usage) => usage.input + usage.cache_read // everything that was read',
  json: '{"model":"gpt-4o","messages":[{"role":"user","content":"What is the weather in Paris today?"}],"stream":true}',
  digits: '3141592653589793238462643383279502884197',
}

for (const [kind, text] of Object.entries(texts))
  test(`a hold for ${kind} is estimated at no less than its tokens and at most twice as many`, async () => {
    const exact = (await tokenCounter('gpt-4o'))(text)
    const estimate = estimateTokens(text)
    assert.ok(estimate >= exact && estimate <= 2 * exact, `${estimate} for ${exact}`)
  })

test('an estimate counts bytes, so that no text is free', () => {
  assert.equal(estimateTokens(''), 0)
  assert.equal(estimateTokens('a'), 1)
  assert.equal(estimateTokens('abcdef'), 2)
  assert.equal(estimateTokens('你好'), 2)
  assert.equal(estimateTokens('\ud800'), 1)
})
