import assert from 'node:assert/strict'
import { appendFileSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type TestContext, test } from 'node:test'
import { callBy, captureFor } from '../../../../../test/harness/ledger.ts'
import { mountSmallDisk } from '../../../../../test/outside/small-disk.ts'
import type { Settlement } from '../ledger/operations.ts'
import { Spool } from './spool.ts'

function given(t: TestContext) {
  const folder = mkdtempSync(join(tmpdir(), 'turnpike-test-'))
  t.after(() => rmSync(folder, { recursive: true, force: true }))
  const open = () => {
    const spool = new Spool(join(folder, 'made', 'on', 'demand'))
    t.after(() => spool.close())
    return spool
  }
  const files = () => readdirSync(join(folder, 'made', 'on', 'demand'))
  return { folder: join(folder, 'made', 'on', 'demand'), open, files }
}

const capture = (request_id: string): Settlement => ({ kind: 'capture', ...captureFor(callBy(1, 2, request_id), 5) })
const idsOf = (records: Settlement[]) => records.map(({ request_id }) => request_id)

async function replayAll(spool: Spool): Promise<Settlement[]> {
  const all: Settlement[] = []
  await spool.replay(2, async (records) => void all.push(...records))
  return all
}

test('what was appended comes back whole and in order, once', async (t) => {
  const { open, files } = given(t)
  const spool = open()
  assert.equal(await spool.hasRecords(), false)
  const release: Settlement = { kind: 'release', ...callBy(1, 0, 'e'), at: 9 }
  const counted = { limits: 'day|UTC|channel|1\t9', cost: 7 }
  const costly: Settlement = { kind: 'capture', ...captureFor(callBy(1, 2, 'd'), 5), ...counted }
  const records = [capture('a'), capture('b'), capture('c'), costly, release]
  await Promise.all(records.map((record) => spool.append(record)))
  assert.equal(await spool.hasRecords(), true)
  assert.deepEqual(await replayAll(spool), records)
  assert.deepEqual(files(), [])
  assert.deepEqual(await replayAll(spool), [])
})

test('another process replays what a dead one left, without the line it did not finish', async (t) => {
  const { folder, open, files } = given(t)
  await open().append(capture('a'))
  const [name = ''] = files()
  appendFileSync(join(folder, name), JSON.stringify(capture('torn')).slice(0, -20))
  assert.deepEqual(idsOf(await replayAll(open())), ['a'])
  assert.deepEqual(files(), [])
})

test('a line that is not ours is set aside for a person, and the others are applied', async (t) => {
  const { folder, open, files } = given(t)
  mkdirSync(folder, { recursive: true })
  const line = (request_id: string) => `${JSON.stringify(capture(request_id))}\n`
  writeFileSync(join(folder, '1.spool'), `${line('a')}{"kind":"capture","charge":-5}\n${line('b')}`)
  assert.deepEqual(idsOf(await replayAll(open())), ['a', 'b'])
  const [rest = ''] = files()
  assert.match(rest, /rejected$/)
  assert.match(readFileSync(join(folder, rest), 'utf8'), /"charge":-5/)
})

test('a replay that fails halfway begins again, and loses nothing', async (t) => {
  const { open } = given(t)
  const spool = open()
  for (const id of ['a', 'b', 'c']) await spool.append(capture(id))
  const seen: string[] = []
  const failing = spool.replay(2, async (records) => {
    seen.push(...idsOf(records))
    if (seen.includes('c')) throw new Error('the database went away')
  })
  await assert.rejects(failing)
  assert.deepEqual(seen, ['a', 'b', 'c'])
  assert.deepEqual(idsOf(await replayAll(open())), ['a', 'b', 'c'])
})

test('a writer whose file is taken for replay goes on in another', async (t) => {
  const { open } = given(t)
  const [writer, replayer] = [open(), open()]
  await writer.append(capture('a'))
  const seen: string[] = []
  await replayer.replay(1, async (records) => {
    seen.push(...idsOf(records))
    if (seen.length === 1) await writer.append(capture('b')) // after the file was claimed, before it is removed
  })
  assert.deepEqual(idsOf(await replayAll(replayer)), ['b'])
  assert.equal(seen[0], 'a')
})

test('appends and replays of two processes at once lose nothing', async (t) => {
  const { open } = given(t)
  const [writer, replayer] = [open(), open()]
  const seen = new Set<string>()
  const keep = async (records: Settlement[]) => {
    for (const id of idsOf(records)) seen.add(id)
  }
  let isWriting = true
  let written = Promise.withResolvers<void>()
  const replaying = (async () => {
    while (isWriting) {
      // A replay after every append, while the next one runs: replays without a pause would claim every file of the writer.
      await written.promise
      written = Promise.withResolvers()
      await replayer.replay(8, keep)
    }
  })()
  const ids = Array.from({ length: 300 }, (_, index) => `r${index}`)
  for (let from = 0; from < ids.length; from += 3) {
    await Promise.all(ids.slice(from, from + 3).map((id) => writer.append(capture(id))))
    written.resolve()
  }
  isWriting = false
  written.resolve()
  await replaying
  await replayer.replay(8, keep)
  assert.deepEqual([...seen].sort(), ids.sort())
})

test('a folder that cannot be written refuses records and says so, until it can', async (t) => {
  const { folder, open } = given(t)
  const parent = join(folder, '..')
  mkdirSync(join(parent, '..'), { recursive: true })
  writeFileSync(parent, 'in the way')
  const spool = open()
  await spool.probe()
  assert.equal(spool.isWritable, false)
  await assert.rejects(spool.append(capture('a')))
  rmSync(parent)
  await spool.append(capture('b'))
  assert.equal(spool.isWritable, true)
  assert.deepEqual(idsOf(await replayAll(spool)), ['b'])
  await spool.probe()
  assert.equal(spool.isWritable, true)
})

test('a probe leaves no file behind, and the first one removes those of killed processes', async (t) => {
  const { folder, open } = given(t)
  mkdirSync(folder, { recursive: true })
  writeFileSync(join(folder, 'of-a-killed-process.probe'), '')
  const spool = open()
  await spool.append(capture('a'))
  await spool.probe()
  assert.deepEqual(
    readdirSync(folder).filter((name) => !name.endsWith('.spool')),
    [],
  )
  assert.deepEqual(idsOf(await replayAll(spool)), ['a'])
})

test('a probe on a full disk leaves no file behind', async (t) => {
  const disk = mountSmallDisk(t, 1)
  if (!disk) return t.skip('no file system can be mounted here')
  const spool = new Spool(disk.folder)
  disk.fill()
  await spool.probe()
  assert.equal(spool.isWritable, false)
  assert.deepEqual(readdirSync(disk.folder), ['ballast'])
  disk.free()
  await spool.probe()
  assert.equal(spool.isWritable, true)
  assert.deepEqual(readdirSync(disk.folder), [])
})
