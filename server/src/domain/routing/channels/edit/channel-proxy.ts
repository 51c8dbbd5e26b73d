import { hiddenPassword, isProxyName } from '@turnpike/contract/routing/proxies'
import { AppError } from '../../../../http/app-error.ts'
import { parseProxy, shownProxy } from '../../../../outbound/proxy.ts'
import type { Vault } from '../../../../secrets/vault.ts'
import type { Store } from '../../../../store/store.ts'
import {
  fullAddress,
  isSameServer,
  keptPassword,
  membersOf,
  namedProxy,
  namedProxyIn,
  openedProxy,
  sealedProxy,
  shownNamed,
} from '../../proxies/channel-proxy.ts'
import { readProxies } from '../../proxies/proxies.queries.ts'

/** Refuses a `proxy` that is neither the name of a proxy nor an address that can be used. */
export function checkProxy(setting: Readonly<Record<string, unknown>>): void {
  const named = namedProxy(setting)
  if (named !== undefined && !isProxyName(named) && !parseProxy(named)) throw new AppError('proxy_address_invalid')
}

/** Refuses the name of a proxy that is not in the list. */
export async function checkListed(transaction: Store, settings: readonly (string | undefined)[]): Promise<void> {
  const names = settings.flatMap((setting) => namedProxyIn(setting ?? '') ?? []).filter(isProxyName)
  if (names.length === 0) return
  const listed = new Set((await readProxies(transaction)).map(({ name }) => name))
  const name = names.find((each) => !listed.has(each))
  if (name !== undefined) throw new AppError('proxy_missing', { params: { name } })
}

type Written = { setting?: string | undefined }
type Stored = { proxy_cipher: string }

/**
 * Moves the password of a channel's own proxy out of the settings that are written: into `proxy_cipher`, which stays as
 * it is for an address that has not changed.
 */
export function withSealedProxy<Columns extends Written>(
  vault: Vault,
  columns: Columns,
  stored?: Stored,
): Columns & { proxy_cipher?: string } {
  if (columns.setting === undefined) return columns
  const named = namedProxyIn(columns.setting)
  const given = named === undefined ? undefined : parseProxy(named)
  if (!given || given.password === '') return { ...columns, proxy_cipher: '' }
  const cipher = stored?.proxy_cipher ?? ''
  const before = openedProxy(vault, cipher)
  const proxy = keptPassword(given, before)
  const isKept = before !== undefined && isSameServer(before, proxy) && before.password === proxy.password
  return {
    ...columns,
    setting: settingWith(columns.setting, shownProxy(proxy)),
    proxy_cipher: isKept ? cipher : sealedProxy(vault, proxy),
  }
}

/** The settings of an earlier state, with the password that belonged to them. */
export const withEarlierProxy = <Columns extends Written & Partial<Stored>>(
  vault: Vault,
  earlier: Columns,
  current: Stored,
): Columns & { proxy_cipher?: string } =>
  withSealedProxy(vault, earlier, { proxy_cipher: earlier.proxy_cipher ?? current.proxy_cipher })

/** Whether settings have the password of a proxy in them, as earlier versions stored them. */
export function hasPlainPassword(setting: string): boolean {
  const password = parseProxy(namedProxyIn(setting) ?? '')?.password ?? ''
  return password !== '' && password !== hiddenPassword
}

/** The text stays as it was written where the proxy is the same. */
function settingWith(setting: string, proxy: string): string {
  const members = membersOf(setting)
  return members.proxy === proxy ? setting : JSON.stringify({ ...members, proxy })
}

/** The settings with the password of the channel's own proxy, for texts that are encrypted as a whole. */
export function openedSetting(vault: Vault, { setting, proxy_cipher }: { setting: string } & Stored): string {
  const proxy = openedProxy(vault, proxy_cipher)
  const named = parseProxy(namedProxyIn(setting) ?? '')
  return proxy && named && isSameServer(proxy, named) ? settingWith(setting, fullAddress(proxy)) : setting
}

/** Settings as they leave the server. Those that an earlier version has stored may have the password in them. */
export function shownSetting(setting: string): string {
  const named = setting.includes('"proxy"') ? namedProxyIn(setting) : undefined
  if (named === undefined || isProxyName(named) || parseProxy(named)?.password === '') return setting
  return settingWith(setting, shownNamed(named))
}
