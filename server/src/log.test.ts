import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createLog } from './log.ts'

function newLog(level: Parameters<typeof createLog>[0]) {
  const lines: string[] = []
  return { log: createLog(level, { write: (line) => lines.push(line) }), lines }
}

test('an event is one line of JSON with its level, its time and its fields', () => {
  const { log, lines } = newLog('debug')
  log.warn('channel disabled', { channel_id: 3, note: 'two\nlines' })
  assert.equal(lines.length, 1)
  assert.match(lines[0] ?? '', /^[^\n]+\n$/)
  const { time, ...rest } = JSON.parse(lines[0] ?? '')
  assert.deepEqual(rest, { level: 'warn', channel_id: 3, note: 'two\nlines', msg: 'channel disabled' })
  assert.match(time, /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/)
})

test('what is below the level is not written', () => {
  const { log, lines } = newLog('warn')
  for (const level of ['debug', 'info', 'warn', 'error'] as const) log[level](level)
  assert.deepEqual(
    lines.map((line) => JSON.parse(line).msg),
    ['warn', 'error'],
  )
})

test('secrets are masked on the way', () => {
  const { log, lines } = newLog('info')
  log.info('signed in', { password: 'hunter2hunter2', error: new Error('Bearer hunter2hunter2') })
  assert.doesNotMatch(lines.join(), /hunter2hunter2/)
})
