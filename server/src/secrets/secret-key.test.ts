import assert from 'node:assert/strict'
import { once } from 'node:events'
import { chmodSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { Worker } from 'node:worker_threads'
import { StartError } from '../start-error.ts'
import { loadSecretKey } from './secret-key.ts'

const home = mkdtempSync(join(tmpdir(), 'turnpike-test-'))
after(() => rmSync(home, { recursive: true }))
let folders = 0
const freshFile = () => join(home, String(folders++), 'data', 'secret-key')

const strong = '9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08'
const refused = (error: unknown) => error instanceof StartError

test('the first start makes a key that only the owner can read, and later starts find it', () => {
  const file = freshFile()
  const first = loadSecretKey(undefined, file)
  assert.equal(first.created, true)
  assert.equal(first.key.length, 32)
  assert.equal(statSync(file).mode & 0o777, 0o600)
  assert.deepEqual(readdirSync(join(file, '..')), ['secret-key'], 'no draft is left behind')
  assert.deepEqual(loadSecretKey(undefined, file), { key: first.key, created: false })
})

test('two installations do not get the same key', () => {
  assert.notDeepEqual(loadSecretKey(undefined, freshFile()).key, loadSecretKey(undefined, freshFile()).key)
})

test('a key of the operator is taken as hexadecimal or base64 and never written down', () => {
  const file = freshFile()
  const key = Buffer.from(strong, 'hex')
  for (const text of [strong, strong.toUpperCase(), key.toString('base64'), key.toString('base64url'), ` ${strong}\n`])
    assert.deepEqual(loadSecretKey(text, file), { key, created: false })
  assert.ok(!existsSync(file))
})

test('a short, regular or sample key is refused without repeating it', () => {
  const weak = [
    'secret',
    strong.slice(2),
    `${strong}00`,
    '0'.repeat(64),
    '0123456789abcdef'.repeat(4),
    'changeme'.repeat(4),
    Buffer.from('this-is-my-very-secret-password!').toString('hex'),
    Buffer.from('this-is-my-very-secret-password!').toString('base64'),
    strong.replace('9f', 'zz'),
  ]
  for (const text of weak)
    assert.throws(
      () => loadSecretKey(text, freshFile()),
      (error: Error) => refused(error) && error.message.includes('SECRET_KEY') && !error.message.includes(text),
      text,
    )
})

test('a damaged key file stops the start instead of being replaced', () => {
  const file = freshFile()
  loadSecretKey(undefined, file)
  for (const damaged of ['', 'short', '0'.repeat(64)]) {
    chmodSync(file, 0o600)
    writeFileSync(file, damaged)
    assert.throws(() => loadSecretKey(undefined, file), refused)
    assert.equal(readFileSync(file, 'utf8'), damaged)
  }
})

test('a data folder that cannot be written is named to the operator', () => {
  const file = freshFile()
  loadSecretKey(undefined, file)
  assert.throws(
    () => loadSecretKey(undefined, join(file, 'not', 'a-folder')),
    (error: Error) => refused(error) && error.message.includes('DATA_DIR'),
  )
})

test('starters that race for a fresh data folder end up with one key', async () => {
  const racers = 4
  const files = Array.from({ length: 50 }, freshFile)
  const barrier = new Int32Array(new SharedArrayBuffer(4 * files.length))
  const race = `
    const { workerData: { files, barrier, racers, module }, parentPort } = require('node:worker_threads')
    import(module).then(({ loadSecretKey }) => {
      parentPort.postMessage(files.map((file, round) => {
        Atomics.add(barrier, round, 1)
        while (Atomics.load(barrier, round) < racers); // all of them begin in the same instant
        const { key, created } = loadSecretKey(undefined, file)
        return { key: Buffer.from(key).toString('hex'), created }
      }))
    })`
  const workerData = { files, barrier, racers, module: import.meta.resolve('./secret-key.ts') }
  const results = await Promise.all(
    Array.from({ length: racers }, async () => {
      const worker = new Worker(race, { eval: true, workerData })
      const [outcome] = await once(worker, 'message')
      return outcome as { key: string; created: boolean }[]
    }),
  )
  for (const round of files.keys()) {
    const outcomes = results.map((result) => result[round])
    assert.equal(new Set(outcomes.map((outcome) => outcome?.key)).size, 1)
    assert.equal(outcomes.filter((outcome) => outcome?.created).length, 1)
  }
})
