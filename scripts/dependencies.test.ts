import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { root } from './test/test-files.ts'

const read = (path: string) => readFileSync(join(root, path), 'utf8')
type Manifest = { dependencies?: Record<string, string>; scripts?: Record<string, string> }

test('every library of the program has its reason on the page of decisions, and the page names no other', () => {
  const used = ['contract', 'server', 'web'].flatMap((part) =>
    Object.keys((JSON.parse(read(`${part}/package.json`)) as Manifest).dependencies ?? {}),
  )
  const rows = read('docs/decisions/0012-dependencies.md').matchAll(/^\| ((?:`[^`]+`(?:, )?)+) \| .+ \|$/gm)
  const explained = [...rows].flatMap(([, names = '']) => names.replaceAll('`', '').split(', '))
  assert.deepEqual(explained.sort(), [...new Set(used)].filter((name) => name !== '@turnpike/contract').sort())
})

test('the list of exact versions names no place to fetch them from', () => {
  assert.doesNotMatch(read('package-lock.json'), /"resolved": "http/)
})

test('nothing runs while the program is installed', () => {
  const { scripts = {} } = JSON.parse(read('package.json')) as Manifest
  for (const name of ['preinstall', 'install', 'postinstall', 'prepare']) assert.equal(scripts[name], undefined, name)
})
