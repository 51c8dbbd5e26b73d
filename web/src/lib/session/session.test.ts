import assert from 'node:assert/strict'
import { test } from 'node:test'
import { fakeBrowser } from '../browser/fake-browser.ts'

const user = { id: 7, username: 'lin', display_name: 'Lin', role: 1, status: 1, group: 'default' }
const browser = fakeBrowser({ user: JSON.stringify(user) })
const { endSession, session, sessionEnd, signInRedirect } = await import('./session.ts')

test('a page that never had a session leads to sign-in and remembers where to return', () => {
  assert.deepEqual(signInRedirect('/log?p=2'), { to: '/login', state: { from: '/log?p=2' } })
})

test('a session the server forgot ends with an explanation and a way back', () => {
  endSession('expired')
  assert.equal(session.get(), undefined)
  assert.equal(browser.storage.has('user'), false)
  assert.deepEqual(signInRedirect('/log'), { to: '/login?expired=true', state: { from: '/log' } })
})

test('signing in again forgets how the last session ended', () => {
  endSession('expired')
  session.set(user)
  assert.equal(sessionEnd(), undefined)
  assert.equal(signInRedirect('/log').to, '/login')
})

test('who signs out on purpose is not led back', () => {
  session.set(user)
  endSession('signed-out')
  assert.deepEqual(signInRedirect('/log'), { to: '/login', state: undefined })
})

test('a stored user without a proper id counts as nobody', () => {
  for (const damaged of ['{}', '{"id":"7"}', '{"id":-1}', '[]', 'null', 'x']) {
    browser.changeInOtherTab('user', damaged)
    assert.equal(session.get(), undefined, damaged)
  }
})
