import assert from 'node:assert/strict'
import { test } from 'node:test'
import { draw } from '../../lib/test/draw.ts'
import { StatusCallout } from './status-callout.tsx'

const textOf = (status: 'none' | 'active' | 'ended', more: object = {}) =>
  draw(StatusCallout, { self: { status, reason: 'It is over' }, ...more }).text

test('agents who ended read why, and that their earnings stay', () => {
  assert.match(textOf('ended'), /^You are no longer an agent Reason: It is over .*What you earned stays yours\.$/)
  assert.equal(textOf('active'), '')
  assert.equal(textOf('none'), '')
})

test('while agents are off, agents read that their earnings stay', () => {
  assert.match(textOf('active', { isOff: true }), /^Sales agents are off .*What you earned stays yours\.$/)
})
