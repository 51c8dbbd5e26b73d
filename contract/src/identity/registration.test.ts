import assert from 'node:assert/strict'
import { test } from 'node:test'
import { emailField, registration, registrationApi } from './registration.ts'
import { selfApi } from './self.ts'

const form = { username: ' Lin ', password: 'password-1' }

test('a registration keeps what it is made of, and nothing else that was sent along', () => {
  const sent = { ...form, password2: 'x', role: 100, email: '', verification_code: '', aff_code: null }
  assert.deepEqual(registration.parse(sent), {
    username: 'Lin',
    password: 'password-1',
    email: undefined,
    verification_code: undefined,
    aff_code: undefined,
  })
  assert.equal(registration.parse({ ...form, password: ' spaces count ' }).password, ' spaces count ')
})

test('lengths count characters, not what they are stored in', () => {
  assert.ok(registration.safeParse({ username: '林'.repeat(12), password: '🔑'.repeat(8) }).success)
  assert.equal(registration.safeParse({ ...form, password: '🔑'.repeat(7) }).success, false)
})

test('a mail address is one plain address, trimmed and in lower case', () => {
  assert.equal(emailField.parse(' Lin.Wei+1@Example.ORG '), 'lin.wei+1@example.org')
  const bad = [
    '',
    '@',
    'lin',
    'lin@',
    'lin@localhost',
    'lin@example.',
    'lin@-x.org',
    'l n@example.org',
    'lin@example.org.',
  ]
  for (const email of [...bad, 'a@x.org,b@x.org', 'a@x.org;b@x.org', 'Lin <a@x.org>', 'a@x.org\n', 'a@1.2.3.4'])
    assert.equal(emailField.safeParse(email).success, email === 'a@x.org\n', JSON.stringify(email))
})

test('an unusable reset link has one sentence, however it is unusable', () => {
  for (const body of [{}, { email: 'a@x.org' }, { email: 5, token: 'x' }, { email: 'a@x.org', token: '' }])
    assert.equal(registrationApi.reset.body.safeParse(body).error?.issues[0]?.message, 'reset_link_invalid')
})

test('an empty member of a change to oneself says nothing', () => {
  const { body } = selfApi.update
  const empty = { username: '', display_name: null, password: '', role: 100 }
  assert.deepEqual(
    Object.values(body.parse(empty)).filter((value) => value !== undefined),
    [],
  )
})
