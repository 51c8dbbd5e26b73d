import type { NotificationChange, NotificationSetting } from '@turnpike/contract/system/notification'
import type { Deps } from '../../../deps.ts'
import { AppError } from '../../../http/app-error.ts'
import type { Vault } from '../../../secrets/vault.ts'
import { findToNotify, writeSetting } from './notifications.queries.ts'
import { readStored, type StoredSetting, seal, unseal, withStored } from './stored-setting.ts'
import { addressHint, webhookAddress } from './webhook-address.ts'

type NotificationSettingDeps = Pick<Deps, 'store' | 'vault' | 'options'>

export async function readSetting(deps: NotificationSettingDeps, userId: number): Promise<NotificationSetting> {
  const [user] = await findToNotify(deps.store, [userId])
  if (!user) throw new AppError('session_expired')
  return wireSetting(deps, readStored(user.setting), user.email)
}

export async function saveSetting(
  deps: NotificationSettingDeps,
  userId: number,
  change: NotificationChange,
): Promise<NotificationSetting> {
  return deps.store.transaction().execute(async (transaction) => {
    const [user] = await findToNotify(transaction, [userId])
    if (!user) throw new AppError('session_expired')
    const { webhook, ...given } = change
    const current = readStored(user.setting)
    const next = {
      ...current,
      ...Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined)),
      webhook: webhook ? changedWebhook(deps.vault, current.webhook, webhook) : current.webhook,
    }
    if (given.mail && user.email === '') throw new AppError('email_unbound')
    await writeSetting(transaction, userId, withStored(user.setting, next))
    return wireSetting(deps, next, user.email)
  })
}

type StoredWebhook = StoredSetting['webhook']

/** An empty address or secret keeps the stored one, as long as the kind stays the same. */
function changedWebhook(
  vault: Vault,
  current: StoredWebhook,
  { kind, address = '', secret = '', mention }: NonNullable<NotificationChange['webhook']>,
): StoredWebhook {
  if (kind === 'none') return { kind, address: '', secret: '', mention: '', uid: '' }
  const kept = current.kind === kind ? current : { address: '', secret: '', mention: '', uid: '' }
  const next = {
    kind,
    address: address === '' && kept.address !== '' ? kept.address : seal(vault, checkedAddress(kind, address)),
    secret: secret === null ? '' : secret === '' ? kept.secret : seal(vault, secret),
    mention: mention ?? kept.mention,
    uid: secret ? '' : kept.uid, // a typed push token replaces the scan
  }
  if (kind === 'wxpusher' && next.secret === '' && next.uid === '') throw new AppError('webhook_secret_missing')
  return next
}

function checkedAddress(kind: StoredWebhook['kind'], written: string): string {
  if (written === '' && kind !== 'wxpusher') throw new AppError('webhook_address_missing')
  const address = webhookAddress(kind, written)
  if (!address) throw new AppError('webhook_address_invalid')
  return address
}

const wireSetting = (
  { vault, options }: NotificationSettingDeps,
  { webhook, known: _, ...setting }: StoredSetting,
  email: string,
): NotificationSetting => ({
  ...setting,
  default_threshold: options.current().QuotaRemindThreshold,
  email,
  webhook: {
    kind: webhook.kind,
    address_hint: addressHint(unseal(vault, webhook.address)),
    has_secret: webhook.secret !== '',
    mention: webhook.mention,
  },
  wxpusher: {
    available: options.current().WxPusherAppToken !== '',
    uid_hint: shortened(unseal(vault, webhook.uid)),
  },
})

/** Enough of an id to recognise it, not to use it. */
const shortened = (uid: string) => (uid === '' ? '' : `${uid.slice(0, 3)}…${uid.slice(-4)}`)
