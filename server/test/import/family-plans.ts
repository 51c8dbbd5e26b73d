import type { GivenRow } from './family-schema.ts'

const hour = 3600
const day = 24 * hour
const now = Math.floor(Date.now() / 1000)
/** Midnight of the first of a month in the time zone of the source, so many months from now. */
const firstOfMonth = (months: number): number =>
  Temporal.Instant.fromEpochMilliseconds(now * 1000)
    .toZonedDateTimeISO('Asia/Shanghai')
    .with({ day: 1 })
    .startOfDay()
    .add({ months }).epochMilliseconds / 1000

/** The times of the subscriptions of a source. */
export const planTimes = {
  bought: now - 70 * day,
  boughtToday: now - 4 * hour,
  thisMonth: firstOfMonth(0),
  nextMonth: firstOfMonth(1),
  nextReset: now + hour,
  end: now + 100 * day,
  endsSoon: now + 6 * day,
}

const plan = (id: number, title: string, more: GivenRow): GivenRow => ({
  id,
  title,
  subtitle: '',
  price_amount: 20,
  currency: 'USD',
  duration_unit: 'month',
  duration_value: 6,
  custom_seconds: 0,
  enabled: true,
  sort_order: 0,
  max_purchase_per_user: 0,
  upgrade_group: '',
  downgrade_group: '',
  total_amount: 0,
  quota_reset_period: 'never',
  quota_reset_custom_seconds: 0,
  stripe_price_id: '',
  creem_product_id: '',
  created_at: 1,
  updated_at: 2,
  ...more,
})

const subscription = (id: number, user_id: number, plan_id: number, more: GivenRow): GivenRow => ({
  id,
  user_id,
  plan_id,
  amount_total: 0,
  amount_used: 0,
  start_time: planTimes.bought,
  end_time: planTimes.end,
  status: 'active',
  source: 'order',
  last_reset_time: 0,
  next_reset_time: 0,
  upgrade_group: '',
  prev_user_group: '',
  downgrade_group: '',
  allow_wallet_overflow: true,
  created_at: planTimes.bought,
  updated_at: planTimes.bought,
  ...more,
})

const order = (id: number, user_id: number, plan_id: number, more: GivenRow): GivenRow => ({
  id,
  user_id,
  plan_id,
  money: 20,
  trade_no: `SUB${id}`,
  payment_method: 'alipay',
  status: 'success',
  create_time: planTimes.bought - 60,
  complete_time: planTimes.bought,
  ...more,
})

const monthly = { last_reset_time: planTimes.thisMonth, next_reset_time: planTimes.nextMonth }

export const planRows: Record<string, GivenRow[]> = {
  subscription_plans: [
    plan(1, 'Pro', {
      price_amount: 19.99,
      sort_order: 3,
      max_purchase_per_user: 2,
      upgrade_group: 'vip',
      total_amount: 10_000,
      quota_reset_period: 'monthly',
      stripe_price_id: 'price_1',
      creem_product_id: 'prod_1',
      allow_balance_pay: false,
    }),
    plan(2, `Flash ${'x'.repeat(80)}`, {
      duration_unit: 'custom',
      duration_value: 0,
      custom_seconds: 7 * day,
      total_amount: 1000,
      quota_reset_period: 'custom',
      quota_reset_custom_seconds: 5 * hour,
      enabled: false,
    }),
    plan(3, 'Open', { allow_wallet_overflow: false, price_amount: 0 }),
    plan(4, 'Endless', { duration_value: 0 }),
  ],
  user_subscriptions: [
    subscription(1, 2, 1, {
      amount_total: 9000,
      amount_used: 4000,
      upgrade_group: 'vip',
      prev_user_group: 'default',
      ...monthly,
    }),
    subscription(2, 6, 2, {
      amount_total: 1000,
      amount_used: 300,
      start_time: planTimes.boughtToday,
      end_time: planTimes.endsSoon,
      last_reset_time: planTimes.boughtToday,
      next_reset_time: planTimes.nextReset,
    }),
    subscription(3, 2, 3, { amount_used: 77, source: 'admin', allow_wallet_overflow: false }),
    subscription(4, 2, 1, { amount_total: 9000, amount_used: 1, status: 'cancelled', end_time: planTimes.bought }),
    subscription(5, 6, 1, { amount_total: 9000, end_time: now - day, upgrade_group: 'vip' }),
    subscription(6, 999, 1, {}),
    subscription(7, 2, 4, {}),
    // Its reset is overdue: the next request there would have reset it.
    subscription(8, 6, 1, { amount_total: 5000, amount_used: 5000, next_reset_time: planTimes.thisMonth }),
    subscription(9, 6, 3, { amount_total: 500, amount_used: 600 }),
    subscription(10, 6, 3, { status: 'expired', end_time: now - day }),
  ],
  subscription_orders: [
    order(1, 2, 1, { payment_provider: 'epay', money: 73 }),
    order(4, 6, 2, { payment_provider: 'stripe', complete_time: planTimes.boughtToday + 9, money: 19.9 }),
    order(2, 2, 1, { complete_time: planTimes.bought - 2 * hour, money: 99 }),
    order(3, 2, 1, { status: 'pending', complete_time: 0 }),
  ],
}
/** The source writes a top-up of nothing for each paid order of a plan. */
export const planTopUp: GivenRow = {
  id: 3,
  user_id: 2,
  amount: 0,
  money: 20,
  trade_no: 'SUB1',
  create_time: planTimes.bought,
  status: 'success',
}
