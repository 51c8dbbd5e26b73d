import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { OrgRole } from '@turnpike/contract/identity/organisation'
import { role } from '@turnpike/contract/identity/user'
import { topLinks } from '../top/top-links.ts'
import { firstVisiblePath, isCollapsed, isCurrent, sideItems, visibleItems } from './side-items.ts'

const everyPage: ReadonlySet<string> = new Set(Object.values(sideItems).map(({ path }) => path))
const allOn = {
  enable_data_export: true,
  enable_drawing: true,
  enable_task: true,
  enable_mcp: true,
  enable_agents: true,
}
const allOff = {
  enable_data_export: false,
  enable_drawing: false,
  enable_task: false,
  enable_mcp: false,
  enable_agents: false,
}
const ordinary = { role: role.ordinary }

const keys = (...sent: Parameters<typeof visibleItems>) =>
  visibleItems(...sent).flatMap(({ items }) => items.map(({ key }) => key))

test('root sees every entry, in its group and order; prices are for root alone', () => {
  assert.deepEqual(
    visibleItems({ role: role.root }, allOn, everyPage).map(({ group, items }) => [group, items.map(({ key }) => key)]),
    [
      ['first', ['overview']],
      ['build', ['playground', 'chat', 'tokens', 'connect', 'agents']],
      ['observe', ['dashboard', 'usageLog', 'drawing', 'tasks', 'route']],
      [
        'operate',
        [
          'live',
          'channels',
          'virtualModels',
          'prices',
          'proposals',
          'profit',
          'users',
          'organisations',
          'plans',
          'redemption',
          'orders',
          'salesAgents',
        ],
      ],
      ['account', ['wallet', 'agent', 'settings']],
    ],
  )
  assert.equal(keys({ role: role.admin }, allOn, everyPage).includes('prices'), false)
  assert.equal(keys({ role: role.admin }, allOn, everyPage).includes('profit'), true)
})

test('ordinary users have no group of administration', () => {
  assert.equal(
    visibleItems(ordinary, allOn, everyPage).some(({ group }) => group === 'operate'),
    false,
  )
})

test('each switch of the installation shows its own entry', () => {
  const hidden = {
    enable_data_export: 'dashboard',
    enable_drawing: 'drawing',
    enable_task: 'tasks',
    enable_mcp: 'agents',
    enable_agents: 'agent',
  } as const
  for (const [flag, key] of Object.entries(hidden)) {
    assert.equal(keys(ordinary, { ...allOff, [flag]: true }, everyPage).includes(key), true, flag)
    assert.equal(keys(ordinary, { ...allOn, [flag]: false }, everyPage).includes(key), false, flag)
  }
  assert.equal(keys(ordinary, undefined, everyPage).includes('dashboard'), false)
})

test('root finds Agents while agents cannot connect, because the page tells how to let them', () => {
  assert.equal(keys({ role: role.root }, allOff, everyPage).includes('agents'), true)
  assert.equal(keys({ role: role.admin }, allOff, everyPage).includes('agents'), false)
})

test('administrators find sales agents while they are on, and root always', () => {
  assert.equal(keys({ role: role.admin }, allOn, everyPage).includes('salesAgents'), true)
  assert.equal(keys({ role: role.admin }, allOff, everyPage).includes('salesAgents'), false)
  assert.equal(keys({ role: role.root }, allOff, everyPage).includes('salesAgents'), true)
  assert.equal(keys(ordinary, allOn, everyPage).includes('salesAgents'), false)
})

test('entries without a page are hidden, and so are groups without entries', () => {
  assert.deepEqual(visibleItems(ordinary, allOn, new Set(['/setting'])), [
    { group: 'account', items: [{ key: 'settings', path: '/setting' }] },
  ])
})

test('nobody sees nothing', () => {
  assert.deepEqual(visibleItems(undefined, allOn, everyPage), [])
})

test('a page below an entry belongs to it, a namesake does not', () => {
  assert.equal(isCurrent('channels', '/channel/edit/7'), true)
  assert.equal(isCurrent('channels', '/channels'), false)
  assert.equal(isCurrent('prices', '/price-book'), true)
  assert.equal(isCurrent('salesAgents', '/agent/manage'), true)
  assert.equal(isCurrent('agents', '/agent/manage'), false)
  assert.equal(isCurrent('agent', '/agent'), true)
  assert.equal(isCurrent('agent', '/agent/manage'), false)
})

test('Console leads to the first entry one has, and is there before signing in', () => {
  assert.equal(firstVisiblePath(ordinary, allOn, new Set(['/setting', '/token'])), '/token')
  assert.equal(firstVisiblePath(ordinary, allOn, new Set(['/chat', '/token'])), '/token')
  const links = topLinks(undefined, undefined, new Set(['/', '/about', '/setting']))
  assert.deepEqual(links, [
    { key: 'home', path: '/' },
    { key: 'console', path: '/setting' },
    { key: 'about', path: '/about' },
  ])
})

test('without a choice, a narrow window or the administrator collapses the side bar', () => {
  assert.equal(isCollapsed(null, false, false), false)
  assert.equal(isCollapsed(null, true, false), true)
  assert.equal(isCollapsed(null, false, true), true)
})

test('the choice of the person wins', () => {
  assert.equal(isCollapsed(false, true, true), false)
  assert.equal(isCollapsed(true, false, false), true)
})

test('in an organisation each role sees what it may use there, and nothing personal', () => {
  const shownTo = (seen: OrgRole | undefined) => keys(ordinary, allOn, everyPage, { role: seen })
  const calling = ['playground', 'chat', 'tokens', 'connect']
  const watching = ['dashboard', 'usageLog', 'drawing', 'tasks']
  assert.deepEqual(shownTo('owner'), [...calling, ...watching, 'wallet', 'members', 'statement', 'orgSettings'])
  assert.deepEqual(shownTo('admin'), shownTo('owner'))
  assert.deepEqual(shownTo('member'), [...calling, ...watching, 'members', 'orgSettings'])
  for (const watcher of ['billing', 'viewer'] as const)
    assert.deepEqual(shownTo(watcher), [...watching, 'wallet', 'members', 'statement', 'orgSettings'])
  assert.deepEqual(shownTo(undefined), [])
})

test('the wallet of an organisation is in its group, and administrators keep their pages', () => {
  const groups = visibleItems({ role: role.admin }, allOn, everyPage, { role: 'viewer' })
  assert.deepEqual(
    groups.map(({ group }) => group),
    ['first', 'observe', 'organisation', 'operate'],
  )
})
