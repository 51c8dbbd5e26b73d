import assert from 'node:assert/strict'
import { test } from 'node:test'
import { optionKeys, options } from '@turnpike/contract/options'
import { fakeBrowser } from '../../../lib/browser/fake-browser.ts'

fakeBrowser()
const { rowsOf } = await import('./section-table.ts')
const { operationSections } = await import('../operation/operation-sections.ts')
const { systemSections } = await import('../system/system-sections.ts')
const { otherSections } = await import('../other/other-sections.ts')

const sections = [...operationSections, ...systemSections, ...otherSections]
/** Edits the options of the model ratios a second time, as a table. */
const shared = 'operation/visual-pricing'
const places = sections
  .filter(({ section }) => section !== shared)
  .flatMap((row) => rowsOf(row).map(({ name }) => `${row.section} ${name}`))

test('every option that the contract puts on a page is in its section, and in no other', () => {
  const wanted = optionKeys
    .filter((name) => options[name].section !== 'none')
    .map((name) => `${options[name].section} ${name}`)
  assert.deepEqual(places.toSorted(), wanted.toSorted())
})

test('every section has an address of its own', () => {
  const addresses = sections.map(({ section }) => section)
  assert.deepEqual(addresses, [...new Set(addresses)])
})

test('no words are missing in either language', () => {
  for (const section of sections) {
    const parts = section.parts.flatMap((part) => (typeof part === 'string' ? [] : part))
    const words = [section.title, ...parts.flatMap(({ title, text = title }) => [title, text])]
    const labels = rowsOf(section).flatMap(({ label, help = label, unit = label }) => [label, help, unit])
    for (const [en, zh] of [...words, ...labels]) assert.ok(en.trim() && zh.trim(), section.section)
  }
})
