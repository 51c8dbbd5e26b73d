import type { Deps } from '../../../deps.ts'
import { AppError } from '../../../http/app-error.ts'
import { bumpRevision } from '../../../store/revision.ts'
import type { Store } from '../../../store/store.ts'
import { type Actor, recordAct, type TargetedEntry } from '../../system/audit/audit.queries.ts'
import { lockChannels } from '../channels/channel-locks.queries.ts'
import { namedProxyIn } from './channel-proxy.ts'
import { readChannelsWithProxy } from './proxies.queries.ts'

export type ProxyDeps = Pick<Deps, 'store' | 'vault' | 'reload'>

/**
 * One change at a time, in force on this instance when it returns and on the others within 2 s. No channel changes
 * meanwhile, so that no channel begins to use a proxy that is being deleted.
 */
export async function changingProxies<Result>(
  { store, reload }: ProxyDeps,
  work: (transaction: Store) => Promise<Result>,
): Promise<Result> {
  const result = await store.transaction().execute(async (transaction) => {
    await lockChannels(transaction)
    await bumpRevision(transaction)
    return work(transaction)
  })
  await reload()
  return result
}

const namesShown = 5

/** Refuses where channels use the proxy, and names them. */
export async function checkUnused(transaction: Store, name: string): Promise<void> {
  const users = (await readChannelsWithProxy(transaction)).filter(({ setting }) => namedProxyIn(setting) === name)
  if (users.length === 0) return
  const shown = users.slice(0, namesShown).map((channel) => `#${channel.id} ${channel.name}`)
  const channels = shown.join(', ') + (users.length > namesShown ? ' …' : '')
  throw new AppError('proxy_in_use', { params: { count: users.length, channels } })
}

export const recordProxyAct = (transaction: Store, actor: Actor, entry: TargetedEntry) =>
  recordAct(transaction, actor, entry, 'proxy_changed')
