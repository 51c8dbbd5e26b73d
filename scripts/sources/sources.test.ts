import assert from 'node:assert/strict'
import { test } from 'node:test'
import { examples, sourceTable, tableOnPage, withoutSource } from './source-table.ts'

const all = examples()

test('every fixture and every error response of a provider names its source, its day and its channel type', () => {
  assert.ok(all.length >= 110)
  assert.deepEqual(withoutSource(all), [])
})

test('a source must begin with the word for its origin and have a day', () => {
  const example = { place: 'p', kind: 'fixtures', type: 14 } as const
  const good = { ...example, source: 'documented: https://docs.example, read 2026-11-18' }
  const bad = [
    'https://docs.example, read 2026-11-18',
    'documented: https://docs.example',
    'seen: https://docs.example, read 2026-11-18',
    undefined,
  ]
  for (const source of bad) assert.deepEqual(withoutSource([{ ...example, source }, good]), ['p'])
  assert.deepEqual(withoutSource([{ ...good, type: undefined }]), ['p'])
})

test('docs/channel-types.md counts them; `npm run sources` writes its table', () => {
  assert.equal(tableOnPage(), sourceTable(all), 'run: npm run sources')
})
