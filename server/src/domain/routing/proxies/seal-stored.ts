import type { Log } from '../../../log.ts'
import type { Vault } from '../../../secrets/vault.ts'
import { bumpRevision } from '../../../store/revision.ts'
import type { Store } from '../../../store/store.ts'
import { lockChannels } from '../channels/channel-locks.queries.ts'
import { changeChannels } from '../channels/channels.queries.ts'
import { hasPlainPassword, withSealedProxy } from '../channels/edit/channel-proxy.ts'
import { membersOf, namedProxyIn, proxyOf } from './channel-proxy.ts'
import { readChannelsWithProxy, readProxies } from './proxies.queries.ts'

const idsShown = 100
const idsOf = (channels: readonly { id: number }[]) => ({
  count: channels.length,
  channel_ids: channels.slice(0, idsShown).map(({ id }) => id),
})

/**
 * At the start: earlier versions stored the settings of channels as they were given, and did not use the proxy in them.
 * Its password is encrypted now, and the log names the channels that do not send directly.
 */
export async function sealStoredProxies({
  store,
  vault,
  log,
}: {
  store: Store
  vault: Vault
  log: Log
}): Promise<void> {
  const channels = (await readChannelsWithProxy(store)).filter(({ setting }) => namedProxyIn(setting) !== undefined)
  if (channels.length === 0) return
  log.info('channels send through a proxy of their settings', idsOf(channels))
  const list = new Map((await readProxies(store)).map(({ name, address_cipher }) => [name, address_cipher]))
  const unusable = channels.filter(
    ({ setting, proxy_cipher }) => proxyOf({ setting: membersOf(setting), proxy_cipher }, list, vault) === 'unusable',
  )
  if (unusable.length > 0) log.warn('channels get no calls, because their proxy cannot be used', idsOf(unusable))
  if (!channels.some(({ setting }) => hasPlainPassword(setting))) return
  await store.transaction().execute(async (transaction) => {
    await lockChannels(transaction)
    for (const { id, setting } of await readChannelsWithProxy(transaction))
      if (hasPlainPassword(setting)) await changeChannels(transaction, [id], withSealedProxy(vault, { setting }))
    await bumpRevision(transaction)
  })
}
