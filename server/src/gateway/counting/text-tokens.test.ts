import assert from 'node:assert/strict'
import { test } from 'node:test'
import { encodingOf } from './encoding.ts'
import { estimateByClass, estimateTokens } from './estimate.ts'
import { inputTokens, tokenCounter } from './text-tokens.ts'

test('the encoding follows the name of the model', () => {
  const newer = ['gpt-4o', 'gpt-4o-mini-2024-07-18', 'chatgpt-4o-latest', 'gpt-4.1-nano', 'gpt-4.5-preview', 'gpt-5']
  for (const model of [
    ...newer,
    'o1',
    'o1-mini',
    'o3-pro',
    'o4-mini',
    'openai/gpt-4o',
    'ft:gpt-4o:team::id',
    'gpt-oss-20b',
  ])
    assert.equal(encodingOf(model), 'o200k_base', model)
  for (const model of ['gpt-4', 'gpt-4-turbo', 'gpt-4-0613', 'gpt-3.5-turbo', 'gpt-35-turbo', 'text-embedding-3-small'])
    assert.equal(encodingOf(model), 'cl100k_base', model)
  for (const model of ['claude-3-opus', 'gemini-pro', '360gpt2-o1', 'o100', 'text-embedding-v1', 'constructor', ''])
    assert.equal(encodingOf(model), undefined, model)
})

test('texts have the tokens their encoding gives them', async () => {
  const older = await tokenCounter('gpt-4')
  const newer = await tokenCounter('gpt-4o')
  const known: [string, number, number][] = [
    ['', 0, 0],
    ['hello world', 2, 2],
    ['antidisestablishmentarianism', 6, 6],
    ['2 + 2 = 4', 7, 7],
    ['お誕生日おめでとう', 9, 8],
  ]
  for (const [text, inOlder, inNewer] of known) {
    assert.equal(older(text), inOlder, text)
    assert.equal(newer(text), inNewer, text)
  }
})

test('a special token that a user writes is text like any other', async () => {
  const count = await tokenCounter('gpt-4o')
  assert.ok(count('<|endoftext|>') > 1)
  assert.ok(count(`<|endoftext|>${'a'.repeat(200)}`) > 1)
})

test('other models are counted by the kinds of their characters', async () => {
  const count = await tokenCounter('claude-3-opus')
  assert.equal(count('hello there'), estimateByClass('hello there', 'claude-3-opus'))
})

test('an endless word is cut, because counting it whole takes the square of its length', async () => {
  const count = await tokenCounter('gpt-4o')
  const run = 'abc'.repeat(20_000) // 20,000 tokens when whole
  let cut = 0
  for (let start = 0; start < run.length; start += 128) cut += count(run.slice(start, start + 128))
  assert.ok(cut > 20_000)
  assert.equal((await tokenCounter('gpt-4o'))(run), cut)
  const spaces = await tokenCounter('gpt-4o')
  assert.equal(spaces(' '.repeat(12_800)), 100 * spaces(' '.repeat(128)))
  assert.equal(spaces(`a${'😀'.repeat(200)}`), 201) // no character is cut in two
})

test('a request is counted exactly up to so many bytes, and estimated from there', async () => {
  const count = await tokenCounter('gpt-4o')
  const page = 'unbelievable '.repeat(5_000) // 65 kB
  const estimate = estimateByClass(page, 'gpt-4o')
  assert.notEqual(count(page), estimate)
  assert.equal(count(page), estimate)
  assert.notEqual(count('unbelievable '.repeat(100)), estimateByClass('unbelievable '.repeat(100), 'gpt-4o'))
})

/** Every text costs one token more than its characters, so that joining texts would show. */
const count = (text: string) => text.length + 1

test('each text of a list is counted for itself', () => {
  assert.equal(inputTokens('abc', count), 4)
  assert.equal(inputTokens(['abc', 'de'], count), 4 + 3)
})

test('tokens that are tokens already are counted one by one', () => {
  assert.equal(inputTokens([1, 2, 3], count), 3)
  assert.equal(inputTokens([[1, 2, 3], [4]], count), 4)
})

test('documents with a text are counted by it, and anything else costs nothing', () => {
  assert.equal(inputTokens([{ text: 'abc' }, { title: 'abc' }], count), 4)
  for (const input of [undefined, null, {}, true]) assert.equal(inputTokens(input, count), 0)
})

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
