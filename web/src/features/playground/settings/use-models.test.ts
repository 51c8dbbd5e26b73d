import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { PricedModel } from '@turnpike/contract/money/pricing'
import { fakeBrowser } from '../../../lib/browser/fake-browser.ts'

fakeBrowser()
const { firstModel, modesOf } = await import('./use-models.ts')

const model = (...supported_endpoint_types: PricedModel['supported_endpoint_types']) =>
  ({ supported_endpoint_types }) as PricedModel

test('the first model is the product’s own, else the first that chats, else the first', () => {
  const chats = (name: string) => name.startsWith('gpt')
  assert.equal(firstModel(['embed', 'gpt-4o', 'turnpike-pro'], chats), 'turnpike-pro')
  assert.equal(firstModel(['embed', 'gpt-4o'], chats), 'gpt-4o')
  assert.equal(firstModel(['embed'], chats), 'embed')
  assert.equal(firstModel([], chats), '')
})

test('a model has the modes that its endpoints allow; an unknown one chats', () => {
  assert.deepEqual(modesOf(model('images')), ['image'])
  assert.deepEqual(modesOf(model('openai', 'responses', 'images')), ['chat', 'image'])
  assert.deepEqual(modesOf(model('speech')), ['speech'])
  assert.deepEqual(modesOf(model('transcriptions')), ['transcription'])
  assert.deepEqual(modesOf(undefined), ['chat'])
})
