import { type Order, orderExpiresAfterSeconds, orderStatus } from '@turnpike/contract/money/payment'

/** A step of an order; one without a time has not come yet. */
export type OrderStep = { name: 'created' | 'expired' | 'credited' | 'waiting'; at?: number }

/** The steps of an order in their order: a payment may come after it has expired. */
export function stepsOf(order: Pick<Order, 'status' | 'create_time' | 'complete_time' | 'is_expired'>): OrderStep[] {
  const { status, create_time, complete_time, is_expired } = order
  const expires = create_time + orderExpiresAfterSeconds
  const isCredited = status === orderStatus.success
  const hasExpired = isCredited ? complete_time > expires : is_expired
  return [
    { name: 'created', at: create_time },
    ...(hasExpired ? [{ name: 'expired', at: expires } as const] : []),
    ...(isCredited ? [{ name: 'credited', at: complete_time } as const] : []),
    ...(isCredited || hasExpired ? [] : [{ name: 'waiting' } as const]),
  ]
}
