import assert from 'node:assert/strict'
import { test } from 'node:test'
import { acceptedEffort, familyOf, isReasoning } from './openai-families.ts'

/** The efforts that each family accepts, and its default; the sources stand beside the table. */
const accepted: [models: string[], efforts: string, defaultEffort?: string][] = [
  [['o1', 'o3', 'o3-mini-2025-01-31', 'o4-mini', 'o3-pro', 'o1-pro', 'codex-mini-latest'], 'low medium high', 'medium'],
  [['gpt-5', 'gpt-5-mini', 'gpt-5-nano-2025-08-07', 'openai/gpt-5'], 'minimal low medium high', 'medium'],
  [['gpt-5-pro', 'gpt-5-pro-2025-10-06'], 'high', 'high'],
  [['gpt-5-codex', 'gpt-5.1-codex', 'gpt-5.1-codex-mini'], 'low medium high', 'medium'],
  [['gpt-5.1-codex-max', 'gpt-5.2-codex', 'gpt-5.3-codex'], 'low medium high xhigh'],
  [['gpt-5.1', 'gpt-5.1-2025-11-13', 'gpt-51', 'gpt-5-1'], 'none low medium high', 'none'],
  [['gpt-5.2', 'gpt-5.4', 'gpt-5.4-mini', 'gpt-5.4-nano-2026-03-17'], 'none low medium high xhigh', 'none'],
  [['gpt-5.5', 'gpt-5.5-2026-04-23'], 'none low medium high xhigh', 'medium'],
  [['gpt-5.2-pro', 'gpt-5.4-pro', 'gpt-5.5-pro-2026-04-23'], 'medium high xhigh'],
  [['gpt-5.1-chat-latest', 'gpt-5.2-chat', 'gpt-5.3-chat-latest'], 'medium', 'medium'],
  [['gpt-5.6', 'gpt-5.6-sol', 'gpt-5.6-luna', 'gpt-5.10'], 'none low medium high xhigh max', 'medium'],
  [['gpt-6-sol', 'gpt-6-luna', 'gpt-6.1-terra'], 'none low medium high xhigh max'],
  [['gpt-6-astra', 'gpt-6.1-sol', 'gpt-6', 'gpt-6.4-luna', 'gpt-7', 'gpt-10-x'], 'low medium high xhigh max'],
  [['gpt-5-search-api', 'o1-mini', 'o1-preview'], ''],
]

test('each family accepts its own efforts, and has its own default', () => {
  for (const [models, efforts, defaultEffort] of accepted)
    for (const model of models) {
      const family = familyOf(model)
      assert.deepEqual([family?.efforts.join(' '), family?.defaultEffort], [efforts, defaultEffort], model)
      assert.equal(family?.reasons, true, model)
    }
})

test('models without reasoning accept no effort, and models of other companies have no rules', () => {
  for (const model of ['gpt-4o', 'gpt-4.1-mini', 'gpt-3.5-turbo', 'gpt-35-turbo', 'gpt-4-0613', 'gpt-5-chat-latest'])
    assert.deepEqual([familyOf(model)?.reasons, familyOf(model)?.efforts], [false, []], model)
  for (const model of ['gpt-oss-120b', 'claude-opus-5', 'omni', 'm', 'gpt', ''])
    assert.equal(familyOf(model), undefined)
})

test('reasoning that cannot be switched off becomes the least, and requested reasoning is never switched off', () => {
  const cases: [model: string, requested: string, sent: string | undefined][] = [
    ['gpt-6.1-sol', 'none', 'low'],
    ['gpt-6-astra', 'minimal', 'low'],
    ['gpt-5', 'none', 'minimal'],
    ['o3', 'none', 'low'],
    ['gpt-5-pro', 'none', 'high'],
    ['gpt-5.5-pro', 'low', 'medium'],
    ['gpt-5.1', 'none', 'none'],
    ['gpt-5.1', 'minimal', 'low'],
    ['gpt-5.1', 'max', 'high'],
    ['gpt-5.5', 'max', 'xhigh'],
    ['gpt-5.6', 'max', 'max'],
    ['gpt-5.2-chat', 'high', 'medium'],
    ['gpt-4o', 'none', undefined],
    ['gpt-4o', 'high', undefined],
    ['gpt-5', 'a value of next year', 'a value of next year'],
  ]
  for (const [model, requested, sent] of cases)
    assert.equal(acceptedEffort(requested, familyOf(model)?.efforts ?? []), sent, `${model} ${requested}`)
  assert.equal(acceptedEffort(undefined, ['low']), undefined)
})

test('whether a request without an effort reasons depends on the default of the family', () => {
  const reasons = (model: string, effort?: string) => {
    const family = familyOf(model)
    assert.ok(family)
    return isReasoning(family, effort)
  }
  for (const model of ['gpt-5.1', 'gpt-5.2', 'gpt-5.4', 'gpt-4o']) assert.equal(reasons(model), false, model)
  for (const model of ['gpt-5', 'o3', 'gpt-5.5', 'gpt-6-luna', 'gpt-6-astra', 'gpt-5.4-pro'])
    assert.equal(reasons(model), true, model)
  assert.equal(reasons('gpt-5.1', 'low'), true)
  assert.equal(reasons('gpt-5.5', 'none'), false)
})
