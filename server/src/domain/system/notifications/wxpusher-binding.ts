import { randomUUID } from 'node:crypto'
import {
  type NotificationSetting,
  type WxpusherCode,
  type WxpusherState,
  wxpusherCodeSeconds,
  wxpusherPollSeconds,
} from '@turnpike/contract/system/notification'
import type { Deps } from '../../../deps.ts'
import { AppError } from '../../../http/app-error.ts'
import { endValue, issueValue, type OneTimeKey, readValue, takeTurn } from '../../identity/one-time/one-time.ts'
import { readSetting } from './notification-setting.ts'
import { findToNotify, writeSetting } from './notifications.queries.ts'
import { readStored, type StoredSetting, seal, unseal, withStored } from './stored-setting.ts'
import { appTokenOf, codePicture, createCode, findScanner } from './wxpusher-api.ts'

type WxpusherBindingDeps = Pick<
  Deps,
  'store' | 'vault' | 'options' | 'limits' | 'outbound' | 'config' | 'log' | 'clock'
>

const codeKey = (userId: number): OneTimeKey => ({ purpose: 'bind wxpusher', subject: String(userId) })

/** Fetches a QR code to bind WeChat by; it replaces the one before. */
export async function fetchCode(deps: WxpusherBindingDeps, userId: number): Promise<WxpusherCode> {
  appTokenOf(deps)
  await deps.limits.take('wxpusher code', String(userId))
  const { code, url } = await createCode(deps, randomUUID(), wxpusherCodeSeconds)
  const picture = await codePicture(deps, url)
  const payload = seal(deps.vault, code)
  await issueValue(deps, { ...codeKey(userId), value: code, payload, lifeSeconds: wxpusherCodeSeconds })
  return { picture, expires_at: deps.clock() + wxpusherCodeSeconds }
}

/**
 * Whether the QR code was scanned, which binds the scanner. All instances together query WxPusher at most every ten
 * seconds, because it blocks applications that query more often.
 */
export async function bindingState(deps: WxpusherBindingDeps, userId: number): Promise<WxpusherState> {
  const key = codeKey(userId)
  if (!(await readValue(deps, key))) return (await boundUid(deps, userId)) === '' ? 'expired' : 'bound'
  const turn = await takeTurn(deps, key, wxpusherPollSeconds)
  const uid = turn && (await findScanner(deps, unseal(deps.vault, turn.payload)))
  if (!uid) return 'waiting'
  await changeWebhook(deps, userId, () => ({ ...off, kind: 'wxpusher', uid: seal(deps.vault, uid) }))
  await endValue(deps, key)
  return 'bound'
}

/** Forgets the bound WeChat; a push token that was typed before stays in use. */
export async function unbindWxpusher(deps: WxpusherBindingDeps, userId: number): Promise<NotificationSetting> {
  await endValue(deps, codeKey(userId))
  await changeWebhook(deps, userId, (webhook) => {
    if (webhook.uid === '') throw new AppError('wxpusher_unbound')
    return webhook.secret === '' ? off : { ...webhook, uid: '' }
  })
  return readSetting(deps, userId)
}

type StoredWebhook = StoredSetting['webhook']
const off: StoredWebhook = { kind: 'none', address: '', secret: '', mention: '', uid: '' }

async function boundUid(deps: WxpusherBindingDeps, userId: number): Promise<string> {
  const [user] = await findToNotify(deps.store, [userId])
  return user ? readStored(user.setting).webhook.uid : ''
}

async function changeWebhook(
  deps: WxpusherBindingDeps,
  userId: number,
  change: (webhook: StoredWebhook) => StoredWebhook,
) {
  await deps.store.transaction().execute(async (transaction) => {
    const [user] = await findToNotify(transaction, [userId])
    if (!user) throw new AppError('session_expired')
    const stored = readStored(user.setting)
    await writeSetting(transaction, userId, withStored(user.setting, { ...stored, webhook: change(stored.webhook) }))
  })
}
