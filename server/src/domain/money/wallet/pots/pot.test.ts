import assert from 'node:assert/strict'
import { test } from 'node:test'
import { countInWindows, type PotRow, type PotWindow, readWindows, roomIn, windowAt, writeWindows } from './pot.ts'

const hour = 3600
const unused = { used: 0, from: 0, to: 0 }
const fiveHours: PotWindow = { every: 'hours', hours: 5, amount: 100, ...unused }
const daily: PotWindow = { every: 'day', anchor: 0, time_zone: 'UTC', amount: 300, ...unused }
const noon = 1_800_014_400 // 2027-01-15 12:00 UTC
const midnight = noon + 12 * hour

const potWith = (windows: PotWindow[], change: Partial<PotRow> = {}): PotRow => ({
  id: 1,
  user_id: 1,
  amount: 1000,
  quota: 1000,
  held: 0,
  windows: writeWindows(windows),
  starts_at: noon - 1000,
  ends_at: noon + 30 * 86_400,
  ...change,
})

test('a window of hours opens with the use that asks, and another one after it', () => {
  const first = readWindows(countInWindows(writeWindows([fiveHours]), 60, noon))[0]
  assert.deepEqual(first, { ...fiveHours, used: 60, from: noon, to: noon + 5 * hour })
  const within = readWindows(countInWindows(writeWindows([first as PotWindow]), 30, noon + 5 * hour - 1))[0]
  assert.equal(within?.used, 90)
  const after = readWindows(countInWindows(writeWindows([within as PotWindow]), 10, noon + 5 * hour))[0]
  assert.deepEqual(after, { ...fiveHours, used: 10, from: noon + 5 * hour, to: noon + 10 * hour })
})

test('a day ends at midnight, whenever it was used', () => {
  const [used] = readWindows(countInWindows(writeWindows([daily]), 50, noon))
  assert.deepEqual([used?.from, used?.to], [midnight - 24 * hour, midnight])
  assert.equal(windowAt(used as PotWindow, midnight - 1).used, 50)
  assert.equal(windowAt(used as PotWindow, midnight).used, 0)
})

test('a charge that comes late counts in the window that runs, and begins no earlier one', () => {
  const charged = countInWindows(writeWindows([fiveHours, daily]), 80, midnight + 60)
  for (const late of [midnight + 59, midnight - 60, noon - 24 * hour]) {
    const [ofHours, ofDay] = readWindows(countInWindows(charged, 15, late))
    assert.deepEqual([ofHours?.used, ofHours?.from], [95, midnight + 60])
    assert.deepEqual([ofDay?.used, ofDay?.from], [95, midnight])
    assert.equal(roomIn(potWith([], { windows: charged, starts_at: 0 }), late), 20)
  }
})

test('the smallest window decides how much room there is', () => {
  assert.equal(roomIn(potWith([]), noon), 1000)
  assert.equal(roomIn(potWith([fiveHours, daily]), noon), 100)
  const used = countInWindows(writeWindows([fiveHours, daily]), 80, noon)
  assert.equal(roomIn(potWith([], { windows: used, quota: 920 }), noon), 20)
  assert.equal(roomIn(potWith([], { windows: used, quota: 920 }), noon + 5 * hour), 100)
  assert.equal(roomIn(potWith([], { windows: used, quota: 920, held: 15 }), noon), 5)
  assert.equal(roomIn(potWith([], { windows: used, quota: 920, held: 30 }), noon), 0)
  assert.equal(roomIn(potWith([], { quota: 40, held: 15 }), noon), 25)
})

test('a pot has room while it runs; one without a limit of its own has that of its windows', () => {
  const pot = potWith([])
  for (const at of [pot.starts_at - 1, pot.ends_at]) assert.equal(roomIn(pot, at), 0)
  assert.equal(roomIn(potWith([fiveHours], { amount: 0, quota: -500 }), noon), 100)
  assert.ok(roomIn(potWith([], { amount: 0, quota: -500 }), noon) > 1_000_000)
})

test('what is returned counts in the window of its charge, while that runs', () => {
  const charged = countInWindows(writeWindows([fiveHours, daily]), 80, noon)
  const returned = (at: number, chargedAt = noon) => readWindows(countInWindows(charged, -30, at, chargedAt))
  assert.deepEqual(
    returned(noon + 60).map(({ used }) => used),
    [50, 50],
  )
  assert.deepEqual(
    returned(noon + 6 * hour).map(({ used }) => used),
    [80, 50],
    'the window of hours is over',
  )
  assert.deepEqual(
    returned(noon + 60, noon - 1).map(({ used }) => used),
    [80, 50],
    'charged before the window',
  )
  assert.deepEqual(
    readWindows(countInWindows(charged, -100, noon + 60, noon)).map(({ used }) => used),
    [0, 0],
    'never below nothing',
  )
})
