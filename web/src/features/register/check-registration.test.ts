import assert from 'node:assert/strict'
import { test } from 'node:test'
import { checkRegistration, type RegistrationForm, refusedField } from './check-registration.ts'

const form: RegistrationForm = {
  username: 'lin.wei',
  password: 'eight-or-more',
  password2: 'eight-or-more',
  email: 'lin@example.org',
  verification_code: '123456',
}
const check = (change: Partial<RegistrationForm>, withEmail = true) =>
  checkRegistration({ ...form, ...change }, { withEmail })

test('a complete form passes, and so does one without an address where none is required', () => {
  assert.equal(check({}), undefined)
  assert.equal(check({ email: '', verification_code: '' }, false), undefined)
  assert.equal(check({ verification_code: '' }, false), undefined, 'an address without a code')
  assert.equal(check({ email: 'lin@', verification_code: '' }, false)?.mistake, 'emailInvalid')
})

test('every mistake is named at the field it is in', () => {
  for (const [change, field, mistake] of [
    [{ username: '' }, 'username', 'missing'],
    [{ password: '' }, 'password', 'missing'],
    [{ username: 'a-name-of-14-c' }, 'username', 'usernameLong'],
    [{ password: '1234567', password2: '1234567' }, 'password', 'passwordShort'],
    [{ password: 'x'.repeat(129), password2: 'x'.repeat(129) }, 'password', 'passwordLong'],
    [{ password2: 'eight-or-mor' }, 'password2', 'passwordsDiffer'],
    [{ email: 'lin@' }, 'email', 'emailInvalid'],
    [{ verification_code: '' }, 'verification_code', 'codeMissing'],
  ] as const)
    assert.deepEqual(check(change), { field, mistake })
})

test('lengths count characters, not their parts', () => {
  assert.equal(check({ username: '𠮷'.repeat(12) }), undefined)
  assert.equal(check({ password: '𠮷'.repeat(7), password2: '𠮷'.repeat(7) })?.mistake, 'passwordShort')
})

test('what the server refuses is shown where it belongs', () => {
  assert.equal(refusedField('email_domain_refused'), 'email')
  assert.equal(refusedField('too_many_requests'), undefined)
  assert.equal(refusedField(undefined), undefined)
})
