import assert from 'node:assert/strict'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { chooseTestFiles, findTestFiles } from './test-files.ts'
import { alone, longest, planProcesses } from './test-processes.ts'

test('a test is found wherever it lies, but for what others wrote or a build left', (t) => {
  const folder = mkdtempSync(join(tmpdir(), 'turnpike-test-'))
  t.after(() => rmSync(folder, { recursive: true }))
  const write = (path: string) => {
    mkdirSync(join(folder, path, '..'), { recursive: true })
    writeFileSync(join(folder, path), '')
  }
  for (const path of ['a.test.ts', 'new/deep/b.test.tsx', 'new/c.ts', 'new/node_modules/d.test.ts', 'dist/e.test.js'])
    write(path)
  const names = findTestFiles(folder).map((path) => path.split('/').at(-1))
  assert.deepEqual(names.sort(), ['a.test.ts', 'b.test.tsx'])
})

test('a quick run leaves long files out, a long run has all, and a part of a path names a long file too', () => {
  const files = ['a/quick.test.ts', 'a/slow.long.test.ts', 'b/long.test.ts']
  assert.deepEqual(chooseTestFiles(files, [], false), ['a/quick.test.ts', 'b/long.test.ts'])
  assert.deepEqual(chooseTestFiles(files, [], true), files)
  assert.deepEqual(chooseTestFiles(files, ['slow'], false), ['a/slow.long.test.ts'])
})

test('every test file is run by exactly one process', () => {
  const files = findTestFiles()
  const planned = planProcesses(files).flatMap((one) => one.files)
  assert.deepEqual(planned.sort(), files.sort())
})

test('a file named for a reason of its own is there, and one that must be alone is', () => {
  const files = findTestFiles()
  for (const file of alone) assert.ok(files.includes(file), file)
  for (const path of longest)
    assert.ok(
      files.some((file) => file.startsWith(path)),
      path,
    )
  for (const one of planProcesses(files))
    if (one.files.some((file) => alone.has(file))) assert.equal(one.files.length, 1)
})

test('browsers are known, and what takes longest comes first', () => {
  const [file, folder] = longest.map((path) => (path.endsWith('/') ? `${path}some.test.ts` : path))
  const [first, second, third, fourth] = planProcesses([
    'web/journeys/shell.test.ts',
    'server/src/store/lease.test.ts',
    'server/src/store/store.test.ts',
    folder ?? '',
    file ?? '',
  ])
  assert.deepEqual([first?.files, second?.files], [[file], [folder]])
  assert.deepEqual(third?.files, ['server/src/store/lease.test.ts', 'server/src/store/store.test.ts'])
  assert.deepEqual([fourth?.files, fourth?.hasBrowser], [['web/journeys/shell.test.ts'], true])
})

test('journeys share two browsers, about half of them each', () => {
  const planned = planProcesses(findTestFiles()).filter(({ hasBrowser }) => hasBrowser)
  assert.equal(planned.length, 2)
  const [one = 0, other = 0] = planned.map(({ files }) => files.length)
  assert.ok(one > 1 && Math.abs(one - other) <= 1, `${one} and ${other}`)
})
