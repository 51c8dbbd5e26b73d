import assert from 'node:assert/strict'
import { test } from 'node:test'
import { optionKeys, options } from '@turnpike/contract/options'
import { routeRows } from '../../../../bundle/route-rows.ts'
import { fakeBrowser } from '../../../lib/browser/fake-browser.ts'

fakeBrowser()
const { findSettings, settingsIndex } = await import('./settings-index.ts')

const found = (typed: string) => findSettings(typed).map(({ id }) => id)
const withField = optionKeys.filter((name) => options[name].section !== 'none')

test('every option that has a field is found by its name and by its label in both languages', () => {
  assert.ok(withField.length > 90, `${withField.length} options`)
  for (const name of withField) {
    const entry = settingsIndex.find(({ id }) => id === `option:${name}`)
    assert.ok(entry, name)
    assert.equal(found(name)[0], entry.id, `by its name: ${name}`)
    for (const label of entry.label) assert.ok(found(label).includes(entry.id), `${name} by “${label}”`)
  }
})

test('every option and task leads to a section that exists, and to an option of it', () => {
  const pages = routeRows().map(({ path }) => path)
  const places = new Map(settingsIndex.filter(({ kind }) => kind === 'section').map(({ id, to }) => [to, id]))
  for (const { id, to } of settingsIndex) {
    const [path = '', query] = to.split('?')
    assert.ok(pages.includes(path), `${id}: ${to}`)
    if (path !== '/setting') continue
    const { tab, section, option } = Object.fromEntries(new URLSearchParams(query))
    assert.ok(places.has(`/setting?tab=${tab}&section=${section}`), `${id}: ${to}`)
    const row = optionKeys.find((name) => name === option)
    if (option) assert.equal(row && options[row].section, `${tab}/${section}`, `${id}: ${to}`)
  }
})

test('what operators type leads to the right place first', () => {
  const first: Record<string, string> = {
    stripe: 'task:stripe',
    oidc: 'task:oidc',
    'max retries': 'option:RetryTimes',
    'stripe secret': 'option:StripeSecretKey',
    StripeWebhookSecret: 'option:StripeWebhookSecret',
    modelratio: 'option:ModelRatio',
    单点登录: 'task:oidc',
    smtp: 'task:mail',
    backup: 'task:backup',
    易支付: 'task:epay',
    重试: 'task:retries',
  }
  for (const [typed, id] of Object.entries(first)) assert.equal(found(typed)[0], id, typed)
  assert.deepEqual(found('zzzz'), [])
})

test('every entry has its words in both languages', () => {
  for (const { id, label, place } of settingsIndex)
    for (const words of [...label, ...place]) assert.ok(words.trim(), id)
})
