import { type ListedProxy, type NewProxy, type ProxyChange, proxiesMax } from '@turnpike/contract/routing/proxies'
import type { Undoable } from '@turnpike/contract/system/history'
import { AppError } from '../../../http/app-error.ts'
import { type ProxyServer, parseProxy, shownProxy } from '../../../outbound/proxy.ts'
import type { Vault } from '../../../secrets/vault.ts'
import type { Store } from '../../../store/store.ts'
import { type Actor, targetOf } from '../../system/audit/audit.queries.ts'
import type { RecordedFields } from '../../system/audit/recorded-change.ts'
import { checkSeen, rowRevision } from '../../system/audit/row-revision.ts'
import { fullAddress, keptPassword, namedProxyIn, openedProxy, sealedProxy } from './channel-proxy.ts'
import {
  deleteProxy,
  insertProxy,
  type ProxyRow,
  readChannelsWithProxy,
  readProxies,
  updateProxy,
} from './proxies.queries.ts'
import { changingProxies, checkUnused, type ProxyDeps, recordProxyAct } from './proxy-acts.ts'

/** The encrypted addresses before and after an act; a deletion has only the one before. They are kept as long as it can be undone. */
export type SealedAddresses = { before: string; after?: string }

export async function listProxies({ store, vault }: Pick<ProxyDeps, 'store' | 'vault'>): Promise<ListedProxy[]> {
  const [rows, users] = await Promise.all([readProxies(store), readChannelsWithProxy(store)])
  const counts = Map.groupBy(users, ({ setting }) => namedProxyIn(setting))
  return rows.map((row) => wire(row, vault, counts.get(row.name)?.length ?? 0))
}

export const createProxy = (deps: ProxyDeps, actor: Actor, wanted: NewProxy): Promise<ListedProxy> =>
  changingProxies(deps, async (transaction) => {
    const all = await readProxies(transaction)
    if (all.length >= proxiesMax) throw new AppError('proxy_too_many', { params: { maximum: proxiesMax } })
    checkName(wanted.name, all)
    const proxy = keptPassword(readAddress(wanted.address), undefined)
    const fresh = { name: wanted.name, address_cipher: sealedProxy(deps.vault, proxy), updated_at: actor.at }
    const row = { ...fresh, id: await insertProxy(transaction, fresh) }
    const detail = { name: row.name, address: shownProxy(proxy) }
    await recordProxyAct(transaction, actor, { action: 'proxy.create', target: targetOf(row), detail })
    return wire(row, deps.vault, 0)
  })

/** A proxy that channels use keeps its name, because they name it. Its address may change under them. */
export const changeProxy = (
  deps: ProxyDeps,
  actor: Actor,
  { id, seen_revision: seen, ...wanted }: ProxyChange,
): Promise<{ data: ListedProxy } & Undoable> =>
  changingProxies(deps, async (transaction) => {
    const { vault } = deps
    const all = await readProxies(transaction)
    const before = existing(all, id)
    await checkSeen(transaction, { kind: 'proxy', subject: id, seen, stored: revisionOf(before) })
    const next = { ...before, ...changeOf(vault, before, wanted) }
    const fields = changedFields(vault, before, next)
    const inUse = await countUsers(transaction, before.name)
    if (Object.keys(fields).length === 0) return { data: wire(before, vault, inUse) }
    if (next.name !== before.name) {
      checkName(next.name, all)
      await checkUnused(transaction, before.name)
    }
    const { name, address_cipher } = next
    await updateProxy(transaction, id, { name, address_cipher, updated_at: actor.at })
    const sealed: SealedAddresses = { before: before.address_cipher, after: address_cipher }
    const undo_id = await recordProxyAct(transaction, actor, {
      action: 'proxy.update',
      target: targetOf(next),
      changes: [{ kind: 'proxy', subject: id, fields, sealed: JSON.stringify(sealed) }],
    })
    return { data: wire({ ...next, updated_at: actor.at }, vault, inUse), undo_id }
  })

export const removeProxy = (deps: ProxyDeps, actor: Actor, id: number): Promise<{ data: undefined } & Undoable> =>
  changingProxies(deps, async (transaction) => {
    const { vault } = deps
    const before = existing(await readProxies(transaction), id)
    await checkUnused(transaction, before.name)
    await deleteProxy(transaction, id)
    const fields = { name: { before: before.name }, address: { before: shownAddress(vault, before) } }
    const sealed: SealedAddresses = { before: before.address_cipher }
    const undo_id = await recordProxyAct(transaction, actor, {
      action: 'proxy.delete',
      target: targetOf(before),
      changes: [{ kind: 'proxy', subject: id, fields, sealed: JSON.stringify(sealed) }],
    })
    return { data: undefined, undo_id }
  })

export function readAddress(address: string): ProxyServer {
  const proxy = parseProxy(address)
  if (!proxy) throw new AppError('proxy_address_invalid')
  return proxy
}

export function existing(all: readonly ProxyRow[], id: number): ProxyRow {
  const found = all.find((each) => each.id === id)
  if (!found) throw new AppError('not_found')
  return found
}

export function checkName(name: string, others: readonly ProxyRow[]): void {
  if (others.some((each) => each.name === name)) throw new AppError('proxy_name_taken', { params: { name } })
}

/** A changed password alone is a change too, although it is not shown. */
function changedFields(vault: Vault, before: ProxyRow, next: ProxyRow): RecordedFields {
  const [from, to] = [shownAddress(vault, before), shownAddress(vault, next)]
  return {
    ...(before.name !== next.name && { name: { before: before.name, after: next.name } }),
    ...(from !== to && { address: { before: from, after: to } }),
    ...(from === to && before.address_cipher !== next.address_cipher && { password: { hidden: true as const } }),
  }
}

/** The address stays as it is stored where it is the same. */
function changeOf(vault: Vault, before: ProxyRow, { name, address }: Partial<NewProxy>): Partial<ProxyRow> {
  const stored = openedProxy(vault, before.address_cipher)
  const proxy = address === undefined ? undefined : keptPassword(readAddress(address), stored)
  const isSame = !proxy || (stored && fullAddress(stored) === fullAddress(proxy))
  return {
    ...(name !== undefined && { name }),
    ...(!isSame && { address_cipher: sealedProxy(vault, proxy) }),
  }
}

const countUsers = async (store: Store, name: string): Promise<number> =>
  (await readChannelsWithProxy(store)).filter(({ setting }) => namedProxyIn(setting) === name).length

/** Empty where the address can no longer be decrypted. */
function shownAddress(vault: Vault, { address_cipher }: ProxyRow): string {
  const proxy = openedProxy(vault, address_cipher)
  return proxy ? shownProxy(proxy) : ''
}

const revisionOf = ({ name, address_cipher }: ProxyRow): string => rowRevision(name, address_cipher)

const wire = (row: ProxyRow, vault: Vault, channels: number): ListedProxy => ({
  id: row.id,
  name: row.name,
  address: shownAddress(vault, row),
  channels,
  updated_at: row.updated_at,
  revision: revisionOf(row),
})
