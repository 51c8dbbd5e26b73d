import assert from 'node:assert/strict'
import { test } from 'node:test'
import { draw } from '../../lib/test/draw.ts'
import { LimitStates } from './limit-states.tsx'

test('each limit shows how much is used, and whose limit it is where several apply', () => {
  const states = [
    { scope: 'token', measure: 'requests', used: 3, reserved: 0, max: 60 },
    { scope: 'user', measure: 'day', used: 250_000, reserved: 0, max: 500_000 },
  ] as const
  assert.match(draw(LimitStates, { states }).text, /3 \/ 60 .*\$0\.50 \/ \$1\.00/)
  assert.match(draw(LimitStates, { states, showsScope: true }).text, /· Token .*· User/)
})

test('the keys of a channel are numbered as they are listed', () => {
  const states = [7, 9].map(
    (key_id) => ({ scope: 'key', measure: 'calls', key_id, used: 0, reserved: 0, max: 2 }) as const,
  )
  assert.match(draw(LimitStates, { states, showsScope: true }).text, /Key 1.*Key 2/)
})
