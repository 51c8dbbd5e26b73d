import type { PlanQuote } from '@turnpike/contract/money/plans/subscription'

/** A way to pay: from the balance, or by a method of a payment provider. */
export type PayWay =
  | { key: 'balance'; quota: number; available: number; isPossible: boolean; renews: false }
  | { key: string; money: string; currency: string; isPossible: true; renews: boolean }

/** The ways to pay what a quote asks for. A balance that is too low is listed, so that one sees what is missing. */
export function payWays({ balance, methods }: Pick<PlanQuote, 'balance' | 'methods'>): PayWay[] {
  const fromBalance: PayWay[] = balance
    ? [{ key: 'balance', ...balance, isPossible: balance.available >= balance.quota, renews: false }]
    : []
  return [
    ...fromBalance,
    ...methods.map(({ method, money, currency, renews }): PayWay => {
      return { key: method, money, currency, isPossible: true, renews }
    }),
  ]
}

export const isFromBalance = (way: PayWay): way is Extract<PayWay, { key: 'balance'; quota: number }> => 'quota' in way

/** The wanted way if it is possible, else the first possible one. */
export const chosenWay = (ways: readonly PayWay[], wanted: string | undefined): PayWay | undefined =>
  ways.find(({ key, isPossible }) => isPossible && key === wanted) ?? ways.find(({ isPossible }) => isPossible)
