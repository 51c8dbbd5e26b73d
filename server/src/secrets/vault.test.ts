import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { test } from 'node:test'
import { openVault, type Purpose, sameSecret } from './vault.ts'

const key = randomBytes(32)
const vault = openVault(key)
const purposes: Purpose[] = [
  'token key',
  'channel key',
  'redemption code',
  'option',
  'session',
  'access token',
  'one-time value',
  'identity',
  'notification',
]

test('what was sealed can be read again, whatever it holds', () => {
  for (const text of ['', 'sk-1234567890', '密钥 🔑 \u0000', 'x'.repeat(100_000)])
    assert.equal(vault.decrypt(vault.encrypt(text, 'channel key'), 'channel key'), text)
})

test('the same text is never sealed to the same value, and does not show in it', () => {
  const sealed = vault.encrypt('sk-visible', 'token key')
  assert.notEqual(sealed, vault.encrypt('sk-visible', 'token key'))
  assert.ok(!sealed.includes('visible'))
  assert.ok(!Buffer.from(sealed.slice(3), 'base64url').includes('visible'))
})

test('a changed, shortened or foreign value is refused', () => {
  const sealed = vault.encrypt('sk-1234567890', 'token key')
  const bytes = Buffer.from(sealed.slice(3), 'base64url')
  for (const at of [0, 12, bytes.length - 1]) {
    const changed = Buffer.from(bytes)
    changed.writeUInt8(changed.readUInt8(at) ^ 1, at)
    assert.throws(() => vault.decrypt(`v1.${changed.toString('base64url')}`, 'token key'))
  }
  for (const other of [
    '',
    'v1.',
    'sk-1234567890',
    sealed.slice(0, -8),
    sealed.replace('v1', 'v2'),
    `v1.${'A'.repeat(20)}`,
  ])
    assert.throws(() => vault.decrypt(other, 'token key'), other)
})

test('a value sealed for one purpose means nothing for another', () => {
  for (const purpose of purposes.slice(1))
    assert.throws(() => vault.decrypt(vault.encrypt('text', 'token key'), purpose))
  const hashes = purposes.map((purpose) => vault.hash('text', purpose))
  assert.equal(new Set(hashes).size, purposes.length)
})

test('another key opens nothing and hashes to something else', () => {
  const other = openVault(randomBytes(32))
  assert.throws(() => other.decrypt(vault.encrypt('text', 'option'), 'option'))
  for (const purpose of purposes) assert.notEqual(other.hash('text', purpose), vault.hash('text', purpose))
})

test('the same key opens and finds everything again after a restart', () => {
  const again = openVault(Buffer.from(key))
  assert.equal(again.decrypt(vault.encrypt('text', 'option'), 'option'), 'text')
  for (const purpose of purposes) assert.equal(again.hash('text', purpose), vault.hash('text', purpose))
})

test('a new session secret changes what sessions hash to and nothing else', () => {
  const changed = openVault(key, 'a-new-session-secret')
  for (const purpose of purposes) {
    const isSame = changed.hash('text', purpose) === vault.hash('text', purpose)
    assert.equal(isSame, purpose !== 'session', purpose)
  }
  for (const purpose of purposes.filter((one) => one !== 'session'))
    assert.equal(changed.decrypt(vault.encrypt('text', purpose), purpose), 'text')
})

test('secrets are the same only when every character is', () => {
  assert.ok(sameSecret('密钥-a', '密钥-a'))
  for (const [one, other] of [
    ['secret', 'secreT'],
    ['secret', 'secret '],
    ['', 'secret'],
    ['é', 'e'],
  ] as const)
    assert.ok(!sameSecret(one, other))
})
