import assert from 'node:assert/strict'
import { test } from 'node:test'
import { readTelegramMessage, telegramFrameAddress } from './telegram-message.ts'

test('the address of the widget names bot, page and language', () => {
  const page = { origin: 'https://gate.example', href: 'https://gate.example/login?expired=true' }
  const url = new URL(telegramFrameAddress('gate_bot', page, 'en'))
  assert.equal(`${url.origin}${url.pathname}`, 'https://oauth.telegram.org/embed/gate_bot')
  assert.equal(url.searchParams.get('origin'), 'https://gate.example')
  assert.equal(url.searchParams.get('return_to'), 'https://gate.example/login?expired=true')
})

test('a sign-in hands over every signed member as text, and none that is absent', () => {
  const auth_data = { id: 42, first_name: 'Lin', last_name: null, auth_date: 1700000000, hash: 'ab' }
  assert.deepEqual(readTelegramMessage(JSON.stringify({ event: 'auth_user', auth_data })), {
    event: 'auth_user',
    profile: { id: '42', first_name: 'Lin', auth_date: '1700000000', hash: 'ab' },
  })
})

test('an earlier consent does not sign in by itself', () => {
  assert.equal(
    readTelegramMessage(JSON.stringify({ event: 'auth_user', init: true, auth_data: { id: 42 } })),
    undefined,
  )
})

test('the frame may request more room', () => {
  assert.deepEqual(readTelegramMessage('{"event":"resize","width":219,"height":40}'), {
    event: 'resize',
    width: 219,
    height: 40,
  })
})

test('anything else is ignored', () => {
  for (const data of [undefined, {}, '', 'hello', 'null', '{"event":"ready"}', '{"event":"auth_user"}'])
    assert.equal(readTelegramMessage(data), undefined)
})
