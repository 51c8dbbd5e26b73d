import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { test } from 'node:test'
import type { Channel } from './channel.ts'
import { openId, sealId } from './sealed-id.ts'

/** A channel as far as a seal needs one. */
const channel = (id: number, key = `key ${id}`) =>
  ({ id, sign: (text: string) => createHash('sha256').update(`${key} ${text}`).digest('base64url') }) as Channel

test('a sealed id opens to the id of the upstream, and to its channel alone', () => {
  for (const id of ['msg_01Ab', 'resp_1', 'a_tp1_b', 'with space']) {
    const opened = openId(sealId(id, channel(71), 5), 5)
    assert.equal(opened?.id, id)
    assert.equal(opened?.isKeptBy(channel(71)), true)
    assert.equal(opened?.isKeptBy(channel(72)), false)
  }
})

test('a seal within a seal is opened one at a time', () => {
  const once = sealId('resp_1', channel(3), 5)
  const twice = sealId(once, channel(9), 5)
  assert.equal(openId(twice, 5)?.id, once)
  assert.equal(openId(once, 5)?.id, 'resp_1')
})

test('it holds for one user and one key', () => {
  const sealed = sealId('resp_1', channel(7), 5)
  assert.equal(openId(sealed, 6)?.isKeptBy(channel(7)), false)
  assert.equal(openId(sealed, 5)?.isKeptBy(channel(7, 'another key')), false)
})

test('an id that was not sealed, or was changed, is none', () => {
  for (const text of ['', 'msg_1', 'resp_1_tp', 'resp_1_tp1_short', '_tp1_0123456789abcdef'])
    assert.equal(openId(text, 5), undefined, text)
  const sealed = sealId('resp_1', channel(7), 5)
  assert.equal(openId(sealed.replace('resp_1', 'resp_2'), 5)?.isKeptBy(channel(7)), false)
})
