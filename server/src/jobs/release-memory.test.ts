import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createMemoryRelease } from './release-memory.ts'

test('memory is given back at rest, after the start and whenever it has grown since', async () => {
  let utilization = 0
  let memory = 180
  let collections = 0
  const collect = () => {
    collections++
    memory = 140
  }
  const look = createMemoryRelease(collect, { utilization: () => utilization, memory: () => memory })
  const after = async (share: number, held: number, looks = 1) => {
    utilization = share
    memory = held
    for (let count = 0; count < looks; count++) await look()
    return collections
  }
  assert.equal(await after(0.9, 180), 0, 'busy with starting')
  assert.equal(await after(0.01, 180), 1)
  assert.equal(await after(0.01, 145), 1, 'hardly more than was left')
  assert.equal(await after(0.5, 260, 60), 1, 'somebody waits')
  assert.equal(await after(0.01, 260, 59), 1, 'it may be a pause')
  assert.equal(await after(0.5, 260), 1, 'it was one')
  assert.equal(await after(0.01, 260, 59), 1, 'of which the time does not count')
  assert.equal(await after(0.01, 260), 2)
  assert.equal(await after(0.01, 140, 60), 2)
})

test('a server that is busy from its start on keeps its compiled code through a pause', async () => {
  let collections = 0
  let utilization = 0.9
  const look = createMemoryRelease(() => void collections++, { utilization: () => utilization, memory: () => 300 })
  for (let turn = 0; turn < 2; turn++) await look()
  utilization = 0.01
  for (let turn = 0; turn < 59; turn++) await look()
  assert.equal(collections, 0)
  await look()
  assert.equal(collections, 1)
})

test('memory that cannot be released is not collected for again and again', async () => {
  let collections = 0
  const look = createMemoryRelease(() => void collections++, { utilization: () => 0, memory: () => 300 })
  for (let turn = 0; turn < 200; turn++) await look()
  assert.equal(collections, 1)
})

test('without a collector to call, looking changes nothing', async () => {
  await createMemoryRelease(undefined, { utilization: () => 0, memory: () => 1 })()
})
