import { isObject } from '../../domain/routing/channels/edit/json-text.ts'
import { jsonIn, type Row, textIn } from '../row.ts'

type Routed = {
  row: Row
  /** Why the channel cannot be called as it was. */
  problem?: string
}

const originOf = (address: unknown): string => URL.parse(String(address))?.origin ?? ''

/** The hosts that the routes name. A path belongs to the channel's own address. */
function hostsIn(routes: readonly unknown[]): string[] {
  const targets = routes.map((route) => (isObject(route) ? route.upstream_path : undefined))
  return [...new Set(targets.filter((target) => !String(target).trim().startsWith('/')).map(originOf))]
}

/**
 * A channel whose routes are in a column of their own: here they belong to its settings, and all lead to the host of
 * its address. A channel without an address gets that of its routes.
 */
export function withRoutes(row: Row): Routed {
  const config = jsonIn(row, 'settings')
  const advanced_custom = isObject(config) ? config.advanced_custom : undefined
  const routes = isObject(advanced_custom) ? advanced_custom.advanced_routes : undefined
  if (!Array.isArray(routes)) return { row, problem: 'its routes cannot be read: it comes disabled' }
  const hosts = hostsIn(routes)
  const base_url = textIn(row, 'base_url').trim() || hosts[0] || ''
  const setting = jsonIn(row, 'setting')
  const routed = {
    ...row,
    base_url,
    setting: JSON.stringify({ ...(isObject(setting) && setting), advanced_custom }),
  }
  return hosts.every((host) => host === originOf(base_url))
    ? { row: routed }
    : { row: routed, problem: 'its routes lead to several hosts, and a key stays with one: it comes disabled' }
}
