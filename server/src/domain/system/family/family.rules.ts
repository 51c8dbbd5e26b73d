import type { Order, PaymentMethod } from '@turnpike/contract/money/payment'
import type { OptionValues } from '@turnpike/contract/options'
import type { FamilySetting, TopUp, TopUpInfo } from '@turnpike/contract/system/family'
import type { NotificationChange } from '@turnpike/contract/system/notification'
import { notificationEvents } from '@turnpike/contract/system/notification'
import type { Deps } from '../../../deps.ts'
import { AppError } from '../../../http/app-error.ts'
import { readSecondFactors } from '../../identity/second-factor/second-factor.rules.ts'
import { isLocked } from '../../identity/session/failed-sign-ins.ts'
import type { PaymentProvider } from '../../money/payments/payment-provider.ts'
import { readSetting, saveSetting } from '../notifications/notification-setting.ts'

/** Their setting names one method and has no switch: both events are on, and every other method is off. */
export async function saveFamilySetting(deps: Deps, userId: number, setting: FamilySetting): Promise<void> {
  const { notify_type, quota_warning_threshold } = setting
  const isMail = notify_type === 'email'
  const address = setting.notification_email?.trim().toLowerCase()
  if (isMail && address && address !== (await readSetting(deps, userId)).email)
    throw new AppError('invalid_field', { params: { field: 'notification_email' } })
  const change: NotificationChange = {
    events: [...notificationEvents],
    warning_threshold: quota_warning_threshold,
    mail: isMail,
    webhook: isMail
      ? { kind: 'none' }
      : { kind: 'generic', address: setting.webhook_url ?? '', secret: setting.webhook_secret ?? '' },
  }
  await saveSetting(deps, userId, change)
}

export async function secondFactorStatus({ store, limits }: Deps, userId: number) {
  const { totp, recovery_codes } = await readSecondFactors(store, userId)
  const locked = await isLocked(limits, `id ${userId}`)
  return { enabled: totp, locked, ...(totp && { backup_codes_remaining: recovery_codes }) }
}

const methodNames: Record<PaymentMethod, string> = { zfb: '支付宝', wx: '微信', stripe: 'Stripe' }

export function topUpInfoOf(providers: readonly PaymentProvider[], options: OptionValues): TopUpInfo {
  const offered = providers.filter((provider) => provider.isSetUp(options))
  const min_topup = options.MinTopUp
  return {
    enable_online_topup: offered.some(({ name }) => name === 'epay'),
    enable_stripe_topup: offered.some(({ name }) => name === 'stripe'),
    enable_redemption: true,
    pay_methods: offered
      .flatMap(({ methods }) => methods)
      .map((type) => ({ name: methodNames[type], type, min_topup: String(min_topup) })),
    min_topup,
    stripe_min_topup: min_topup,
    amount_options: [],
    discount: {},
    topup_link: options.TopUpLink,
  }
}

export const topUpOf = ({ provider, money, status, is_expired, ...order }: Order): TopUp => ({
  id: order.id,
  user_id: order.user_id,
  amount: order.amount,
  money: Number(money), // for display; payments are compared as text
  trade_no: order.trade_no,
  payment_method: order.payment_method,
  payment_provider: provider,
  create_time: order.create_time,
  complete_time: order.complete_time,
  status: is_expired ? 'expired' : status === 'success' ? 'success' : 'pending',
})
