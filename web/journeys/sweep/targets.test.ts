import assert from 'node:assert/strict'
import { test } from 'node:test'
import { crampedTargets } from './targets.ts'

const target = (x: number, y: number, width: number, height: number, layer = 0) => ({
  name: `${x},${y}`,
  ...{ x, y, width, height, layer },
})
type Box = ReturnType<typeof target>
const namesOf = (minimum: number, ...boxes: Box[]) =>
  crampedTargets(boxes.map((box) => ({ ...box, minimum }))).map(({ name }) => name)

test('a small target is cramped where another is within its circle of 24 px', () => {
  assert.deepEqual(namesOf(24, target(0, 0, 16, 16), target(18, 0, 24, 24)), ['0,0'])
  assert.deepEqual(namesOf(24, target(0, 0, 16, 16), target(40, 0, 24, 24)), [])
  assert.deepEqual(namesOf(24, target(0, 0, 24, 24), target(24, 0, 24, 24)), [])
})

test('a finger needs 40 px, or room', () => {
  assert.deepEqual(namesOf(40, target(0, 0, 60, 20), target(0, 20, 60, 40)), ['0,0'])
  assert.deepEqual(namesOf(40, target(0, 0, 60, 28), target(0, 40, 60, 28)), [])
})

test('a bar that covers a target until somebody scrolls does not cramp it', () => {
  assert.deepEqual(namesOf(24, target(0, 0, 16, 16), target(18, 0, 24, 24, 1)), [])
})
