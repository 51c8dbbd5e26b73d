import assert from 'node:assert/strict'
import { test } from 'node:test'
import { imageTokens } from './image-tokens.ts'

const size = (width: number, height: number) => ({ width, height })

test('a picture is cut into tiles on top of a base', () => {
  assert.equal(imageTokens('gpt-4o', size(1024, 1024), 'high'), 765)
  assert.equal(imageTokens('gpt-4o', size(2048, 4096), 'high'), 1_105)
  assert.equal(imageTokens('gpt-4o', size(4096, 2048), 'high'), 1_105)
  assert.equal(imageTokens('gpt-4o', size(768, 768), 'high'), 765)
  assert.equal(imageTokens('gpt-4o', size(1458, 729), 'high'), 1_105) // 1536.0000000000002 pixels are 1536
  assert.equal(imageTokens('gpt-4o', size(1000, 3000), 'high'), 85 + 4 * 2 * 170)
})

test('low detail costs the base alone, and no detail or auto means high', () => {
  assert.equal(imageTokens('gpt-4o', size(4096, 4096), 'low'), 85)
  assert.equal(imageTokens('gpt-4o', size(1024, 1024), 'auto'), 765)
  assert.equal(imageTokens('gpt-4o', size(1024, 1024)), 765)
})

test('each family has its own base and tile', () => {
  const square = size(1024, 1024) // four tiles
  const expected: Record<string, number> = {
    'gpt-4o': 85 + 4 * 170,
    'gpt-4.1': 85 + 4 * 170,
    'gpt-4.5-preview': 85 + 4 * 170,
    'chatgpt-4o-latest': 85 + 4 * 170,
    'gpt-4-turbo': 85 + 4 * 170,
    'gpt-4o-mini': 2_833 + 4 * 5_667,
    'gpt-5': 70 + 4 * 140,
    'gpt-5-chat-latest': 70 + 4 * 140,
    'gpt-5.2': 70 + 4 * 140,
    o1: 75 + 4 * 150,
    'o1-pro': 75 + 4 * 150,
    o3: 75 + 4 * 150,
    'computer-use-preview': 65 + 4 * 129,
    'openai/gpt-4o': 85 + 4 * 170,
  }
  for (const [model, tokens] of Object.entries(expected)) assert.equal(imageTokens(model, square), tokens, model)
})

test('small models count patches, whatever the detail', () => {
  const square = size(1024, 1024) // 1024 patches
  const expected: Record<string, number> = {
    'gpt-4.1-mini': 1_659, // 1658.88
    'gpt-4.1-nano': 2_519, // 2519.04
    'gpt-5-mini': 1_659,
    'gpt-5-nano': 2_519,
    'o4-mini': 1_761, // 1761.28
  }
  for (const [model, tokens] of Object.entries(expected)) {
    assert.equal(imageTokens(model, square), tokens, model)
    assert.equal(imageTokens(model, square, 'low'), tokens, model)
  }
  assert.equal(imageTokens('gpt-4.1-mini', size(33, 32)), 3) // two patches
})

test('a picture of too many patches is shrunk to whole patches along one side', () => {
  assert.equal(imageTokens('gpt-4.1-mini', size(1800, 2400)), Math.round(33 * 44 * 1.62))
  assert.equal(imageTokens('gpt-4.1-mini', size(2400, 1800)), Math.round(33 * 44 * 1.62))
  assert.equal(imageTokens('gpt-4.1-mini', size(100_000, 100_000)), Math.round(39 * 39 * 1.62))
})

test('models of other houses take a flat number', () => {
  for (const model of ['claude-3-opus', 'gemini-pro', 'qwen-vl-max', 'constructor'])
    assert.equal(imageTokens(model, size(4096, 4096)), 520, model)
  assert.equal(imageTokens('glm-4v', size(1, 1)), 1_047)
})

test('a picture of unknown size is taken for an ordinary one', () => {
  assert.equal(imageTokens('gpt-4o'), 765)
})

test('a strip is shrunk until it fits, and never to nothing', () => {
  assert.equal(imageTokens('gpt-4.1-mini', size(1_000_000, 1)), Math.round(1_536 * 1.62))
})

test('no size a header can claim costs more than a full picture', () => {
  const most = 2 ** 32 - 1
  for (const claimed of [size(1, 1), size(most, 1), size(1, most), size(most, most)]) {
    const tiles = imageTokens('gpt-4o', claimed)
    assert.ok(tiles >= 85 + 170 && tiles <= 85 + 8 * 170, `${claimed.width}×${claimed.height}: ${tiles}`)
    const patches = imageTokens('gpt-4.1-mini', claimed)
    assert.ok(patches >= 2 && patches <= 2_488, `${claimed.width}×${claimed.height}: ${patches}`)
  }
})
