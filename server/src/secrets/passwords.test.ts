import assert from 'node:assert/strict'
import { createHook } from 'node:async_hooks'
import { argon2Sync } from 'node:crypto'
import { test } from 'node:test'
import { hashSync } from 'bcryptjs'
import { hashPassword, spendPasswordTime, verifyPassword } from './passwords.ts'

/** Counts the hashing jobs that Node runs during the work: in all, and at the same time. */
async function watchHashing(work: () => Promise<unknown>, onEnd = () => {}): Promise<{ total: number; most: number }> {
  const running = new Set<number>()
  const ending = new Set<number>()
  let total = 0
  let most = 0
  const hook = createHook({
    init(id, type) {
      if (!/argon2/i.test(type)) return
      total++
      running.add(id)
      most = Math.max(most, running.size)
    },
    before(id) {
      if (running.delete(id)) ending.add(id)
    },
    after(id) {
      if (ending.delete(id)) onEnd()
    },
  }).enable()
  await work()
  hook.disable()
  return { total, most }
}

test('a password is kept as argon2id with 19 MiB, two passes and one lane', async () => {
  const stored = await hashPassword('correct horse')
  assert.match(stored, /^\$argon2id\$v=19\$m=19456,t=2,p=1\$[\w+/]{22}\$[\w+/]{43}$/)
  assert.notEqual(stored, await hashPassword('correct horse'), 'each with a salt of its own')
})

test('a bcrypt hash of an imported account is checked, and is to be replaced', async () => {
  const stored = hashSync('correct horse', 4)
  assert.deepEqual(await verifyPassword('correct horse', stored), { ok: true, stale: true })
  assert.equal((await verifyPassword('wrong horse', stored)).ok, false)
  assert.equal(
    (await verifyPassword('correct horse', stored.replace('$04$', '$31$'))).ok,
    false,
    'a cost beyond reason',
  )
})

test('the right password is right and any other is wrong, to the last character', async () => {
  const long = 'ä'.repeat(127)
  const stored = await hashPassword(`${long}1`)
  assert.deepEqual(await verifyPassword(`${long}1`, stored), { ok: true, stale: false })
  for (const wrong of [`${long}2`, long, '', `${long}1 `]) assert.equal((await verifyPassword(wrong, stored)).ok, false)
})

test('a hash of other parameters is still right, and said to be stale', async () => {
  const nonce = Buffer.alloc(16, 7)
  const options = { message: 'old password', nonce, tagLength: 32, memory: 8192, passes: 3, parallelism: 1 }
  const tag = argon2Sync('argon2id', options)
  const text = (bytes: Buffer) => bytes.toString('base64').replace(/=+$/, '')
  const stored = `$argon2id$v=19$m=8192,t=3,p=1$${text(nonce)}$${text(tag)}`
  assert.deepEqual(await verifyPassword('old password', stored), { ok: true, stale: true })
  assert.equal((await verifyPassword('new password', stored)).ok, false)
})

test('no text opens an account that has no password, and it takes as much work as one that has', async () => {
  for (const stored of ['', 'plain text', '$2b$10$abcdefghijklmnopqrstuv', '$argon2id$v=19$m=19456,t=2,p=1$$']) {
    const { total } = await watchHashing(async () => assert.equal((await verifyPassword(stored, stored)).ok, false))
    assert.equal(total, 1)
  }
  const { total } = await watchHashing(() => spendPasswordTime('whatever'))
  assert.equal(total, 1)
})

test('at most four are hashed at once, and all of them in the end', async () => {
  const stored = await hashPassword('password')
  const { total, most } = await watchHashing(async () => {
    const verdicts = await Promise.all(Array.from({ length: 12 }, () => verifyPassword('password', stored)))
    assert.ok(verdicts.every(({ ok }) => ok))
  })
  assert.deepEqual({ total, most }, { total: 12, most: 4 })
})

test('whoever comes in the instant a turn ends does not slip in before the one who waited', async () => {
  const late: Promise<string>[] = []
  const { total, most } = await watchHashing(
    async () => {
      await Promise.all(Array.from({ length: 8 }, () => hashPassword('early')))
      await Promise.all(late)
    },
    () => {
      if (late.length < 4) queueMicrotask(() => late.push(hashPassword('late')))
    },
  )
  assert.deepEqual({ total, most }, { total: 12, most: 4 })
})
