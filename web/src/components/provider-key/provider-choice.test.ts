import assert from 'node:assert/strict'
import { test } from 'node:test'
import { recogniseKey } from '@turnpike/contract/routing/recognise-key'
import { allChoices, choiceOf, compatible, hostOf, problemOf } from './provider-choice.ts'

const first = (key: string) => {
  const [provider] = recogniseKey(key).providers
  assert.ok(provider)
  return choiceOf(provider)
}

test('the host that gets the key is the typed one, that of the provider, or that of the type', () => {
  const anthropic = first('sk-ant-1')
  assert.equal(hostOf({ choice: anthropic, base_url: '' }), 'api.anthropic.com')
  assert.equal(hostOf({ choice: anthropic, base_url: ' http://127.0.0.1:4010/x ' }), '127.0.0.1:4010')
  assert.equal(hostOf({ choice: first('hf_1'), base_url: '' }), 'router.huggingface.co')
  assert.equal(hostOf({ choice: compatible('any'), base_url: '' }), undefined)
})

test('a draft needs an address where there is none, a proper one where it is typed, and a region where it decides', () => {
  const draft = { choice: compatible('any'), base_url: '', other: '' }
  assert.equal(problemOf(draft), 'baseUrlMissing')
  assert.equal(problemOf({ ...draft, base_url: 'api.example.com' }), 'baseUrlWrong')
  assert.equal(problemOf({ ...draft, base_url: 'https://api.example.com/v1' }), undefined)
  const vertex = { ...draft, choice: first('{"type":"service_account"}') }
  assert.equal(problemOf(vertex), 'otherMissing')
  assert.equal(problemOf({ ...vertex, other: 'global' }), undefined)
})

test('only types that can be called and tested are offered', () => {
  const types = allChoices([1, 2, 14]).map(({ type }) => type)
  assert.deepEqual(types, [1, 14])
})
