import assert from 'node:assert/strict'
import { test } from 'node:test'
import { failingModels } from './failing-models.ts'

test('a model is offered for all channels that it makes fail, but not for one that has no other model', () => {
  const channel = (id: number, model: string | undefined, failed: number, models = 2) => ({
    ...{ id, name: `c${id}`, status: 1, last_at: 5, models },
    worst: model === undefined ? null : { model, total: 9, failed, last_at: 5 },
  })
  const offered = failingModels([
    channel(1, 'a', 3),
    channel(2, 'b', 4),
    channel(3, 'a', 2),
    channel(4, 'a', 9, 1),
    channel(5, undefined, 0),
  ])
  assert.deepEqual(
    offered.map(({ model, channels }) => [model, channels.map(({ id }) => id)]),
    [
      ['a', [1, 3]],
      ['b', [2]],
    ],
  )
})
