import assert from 'node:assert/strict'
import { test } from 'node:test'
import { fakeBrowser } from '../browser/fake-browser.ts'

const user = { id: 7, username: 'lin', display_name: 'Lin', role: 1, status: 1, group: 'default' }
const { tabStorage } = fakeBrowser({ user: JSON.stringify(user) }, { org: '30', 'org-known': '{"id":30}' })
const visited: string[] = []
Object.defineProperty(globalThis, 'location', { value: { href: 'https://gate.example/log?p=2&org=31#row' } })
Object.defineProperty(globalThis, 'history', {
  value: { state: null, replaceState: (_: unknown, __: string, url: URL) => visited.push(url.href) },
})
const { enterOrg, knownOrg, leaveOrg, org, rememberOrg } = await import('./org-context.ts')
const { endSession, session } = await import('./session.ts')

test('a link into an organisation wins over the stored one, and leaves the address', () => {
  assert.equal(org.get(), 31)
  assert.equal(tabStorage.get('org'), '31')
  assert.deepEqual(visited, ['https://gate.example/log?p=2#row'])
  assert.equal(knownOrg.get(), undefined) // damaged
})

test('name and role are kept for the organisation of the tab alone', () => {
  rememberOrg({ id: 99, name: 'Other', role: 'owner' })
  assert.equal(knownOrg.get(), undefined)
  rememberOrg({ id: 31, name: 'Acme', role: 'member' })
  assert.deepEqual(JSON.parse(tabStorage.get('org-known') ?? ''), { id: 31, name: 'Acme', role: 'member' })
  leaveOrg()
  assert.equal(tabStorage.size, 0)
  assert.equal(knownOrg.get(), undefined)
})

test('an expired session goes on in its organisation, unless another user signs in', () => {
  enterOrg(31)
  endSession('expired')
  session.set(user)
  assert.equal(org.get(), 31)
  endSession('expired')
  session.set({ ...user, id: 8 })
  assert.equal(org.get(), undefined)
})

test('signing out forgets the organisation', () => {
  enterOrg(31)
  endSession('signed-out')
  assert.equal(org.get(), undefined)
  assert.equal(tabStorage.has('org'), false)
})

test('who signs in after a link into an organisation stays in it', () => {
  enterOrg(31)
  session.set(user)
  assert.equal(org.get(), 31)
})
