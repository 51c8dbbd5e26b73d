import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createMemoryKeeper } from './give-back-memory.ts'

test('memory is given back once after the start and once after each stretch of work, while nobody waits', async () => {
  let utilization = 0
  let collections = 0
  const look = createMemoryKeeper(
    () => void collections++,
    () => ({ utilization }),
  )
  const after = async (share: number) => {
    utilization = share
    await look()
    return collections
  }
  assert.equal(await after(0.9), 0, 'busy with starting')
  assert.equal(await after(0.1), 0, 'not at rest yet')
  assert.equal(await after(0.01), 1)
  assert.equal(await after(0.01), 1, 'nothing happened since')
  assert.equal(await after(0.1), 1, 'too little to speak of')
  assert.equal(await after(0.01), 1)
  assert.equal(await after(0.8), 1)
  assert.equal(await after(0.01), 2)
})

test('without a collector to call, looking changes nothing', async () => {
  await createMemoryKeeper(undefined, () => ({ utilization: 0 }))()
})
