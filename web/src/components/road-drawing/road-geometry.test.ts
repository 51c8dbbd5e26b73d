import assert from 'node:assert/strict'
import { test } from 'node:test'
import { approachPath, evenExits, exitPaths, type Road } from './road-geometry.ts'

const road: Road = {
  length: 200,
  width: 120,
  gate: { along: 60, across: 60, size: 40 },
  approach: [0],
  exits: evenExits(3, 40, 60),
  bundle: 4,
}

test('exits lie evenly around the middle', () => {
  assert.deepEqual(evenExits(3, 40, 60), [20, 60, 100])
  assert.deepEqual(evenExits(2, 10, 0), [-5, 5])
})

test('every lane leaves beside the gate and arrives at its own exit', () => {
  assert.deepEqual(exitPaths(road), [
    'M86 56C143 56 143 20 200 20',
    'M86 60C143 60 143 60 200 60',
    'M86 64C143 64 143 100 200 100',
  ])
})

test('the lines that lead in stop short of the gate', () => {
  assert.equal(approachPath(road, 9), 'M0 69L34 69')
})

test('a road that runs down has its coordinates swapped', () => {
  assert.equal(approachPath({ ...road, down: true }, 9), 'M69 0L69 34')
  assert.equal(exitPaths({ ...road, down: true })[0], 'M56 86C56 143 20 143 20 200')
})
