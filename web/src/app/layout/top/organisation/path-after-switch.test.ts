import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { OrgRole } from '@turnpike/contract/identity/organisation'
import { role } from '@turnpike/contract/identity/user'
import { sideItems } from '../../side/side-items.ts'
import { pathAfterSwitch } from './path-after-switch.ts'

const pages: ReadonlySet<string> = new Set(Object.values(sideItems).map(({ path }) => path))
const flags = {
  enable_data_export: true,
  enable_drawing: true,
  enable_task: true,
  enable_mcp: true,
  enable_agents: true,
}
const after = (pathname: string, orgRole?: OrgRole, userRole: number = role.ordinary) =>
  pathAfterSwitch(pathname, { role: userRole }, flags, pages, orgRole && { role: orgRole })

test('a page that the new context has stays open', () => {
  assert.equal(after('/log', 'viewer'), '/log')
  assert.equal(after('/org/members', 'member'), '/org/members')
  assert.equal(after('/channel/edit/7', 'member', role.admin), '/channel/edit/7')
})

test('a page of one context alone is left for the first page of the other', () => {
  assert.equal(after('/org/members'), '/token')
  assert.equal(after('/setting', 'owner'), '/token')
  assert.equal(after('/token', 'billing'), '/log')
  assert.equal(after('/topup', 'member'), '/token')
})
