import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  formatDuration,
  formatLogTime,
  formatMilliseconds,
  formatMinute,
  formatRelative,
  formatTime,
} from './format-time.ts'

const at = (text: string) => new Date(text).getTime() / 1000

test('times are written in the zone of the reader', () => {
  assert.equal(formatTime(at('2026-06-08T04:09:07')), '2026-06-08 04:09:07')
  assert.equal(formatMinute(at('2026-06-08T04:09:07')), '2026-06-08 04:09')
})

test('the log leaves out the year while it is this one', () => {
  const now = at('2026-12-31T23:59:59')
  assert.equal(formatLogTime(at('2026-01-02T03:04:05'), now), '01-02 03:04:05')
  assert.equal(formatLogTime(at('2025-12-31T23:59:59'), now), '2025-12-31 23:59:59')
})

test('distances are whole units, never rounded up, before and after now', () => {
  const ago = (seconds: number) => formatRelative(1_000_000_000 - seconds, 1_000_000_000, 'en')
  assert.equal(ago(0), 'just now')
  assert.equal(ago(59), 'just now')
  assert.equal(ago(60), '1 min ago')
  assert.equal(ago(3599), '59 min ago')
  assert.equal(ago(3600), '1 h ago')
  assert.equal(ago(86_399), '23 h ago')
  assert.equal(ago(22 * 86_400), '22 d ago')
  assert.equal(ago(400 * 86_400), '1 y ago')
  assert.equal(ago(-2 * 86_400), 'in 2 d')
})

test('Chinese distances', () => {
  assert.equal(formatRelative(0, 180, 'zh'), '3 分钟前')
  assert.equal(formatRelative(22 * 86_400, 0, 'zh'), '22 天后')
  assert.equal(formatRelative(0, 30, 'zh'), '刚刚')
})

test('durations keep the figures that matter', () => {
  assert.equal(formatDuration(0.84), '0.84 s')
  assert.equal(formatDuration(1.12), '1.1 s')
  assert.equal(formatDuration(8), '8 s')
  assert.equal(formatDuration(61.2), '61 s')
})

test('what takes less than a second is told in thousandths of it', () => {
  assert.equal(formatMilliseconds(8), '8 ms')
  assert.equal(formatMilliseconds(999.4), '999 ms')
  assert.equal(formatMilliseconds(1120), '1.1 s')
})
