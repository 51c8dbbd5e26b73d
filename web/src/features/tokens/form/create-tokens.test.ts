import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Token } from '@turnpike/contract/identity/token'
import { createTokens } from './create-tokens.ts'

const tokenNamed = (name: string) => ({ name }) as Token

test('a batch is created in order and says how far it is', async () => {
  const progress: number[] = []
  const batch = await createTokens(
    ['a', 'b', 'c'],
    async (name) => tokenNamed(name),
    (created) => progress.push(created),
  )
  assert.deepEqual(batch, { created: ['a', 'b', 'c'].map(tokenNamed), wanted: 3 })
  assert.deepEqual(progress, [1, 2, 3])
})

test('the first refusal ends a batch, and what was created before it is kept', async () => {
  const refusal = new Error('You have reached the limit')
  const sent: string[] = []
  const batch = await createTokens(
    ['a', 'b', 'c'],
    async (name) => {
      sent.push(name)
      if (name === 'b') throw refusal
      return tokenNamed(name)
    },
    () => {},
  )
  assert.deepEqual(batch, { created: [tokenNamed('a')], wanted: 3, error: refusal })
  assert.deepEqual(sent, ['a', 'b'])
})
