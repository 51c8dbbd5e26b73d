import type { PlanRevenue } from '@turnpike/contract/money/plans/subscription'

const decimals = 6

/** Decimal text in millionths: prices have six decimals at most. */
function millionthsOf(money: string): bigint {
  const [whole = '0', fraction = ''] = money.replace('-', '').split('.')
  const amount = BigInt(whole + fraction.padEnd(decimals, '0'))
  return money.startsWith('-') ? -amount : amount
}

/** At least two decimals, and more only where they are not zero. */
function textOf(millionths: bigint): string {
  const digits = String(millionths < 0n ? -millionths : millionths).padStart(decimals + 1, '0')
  const fraction = digits.slice(-decimals).replace(/0{1,4}$/, '')
  return `${millionths < 0n ? '-' : ''}${digits.slice(0, -decimals)}.${fraction}`
}

/** The sums of all plans; payments by their currency. */
export function totalOf(rows: readonly PlanRevenue[]) {
  const sums = new Map<string, bigint>()
  for (const { currency, money } of rows.flatMap(({ paid }) => paid))
    sums.set(currency, (sums.get(currency) ?? 0n) + millionthsOf(money))
  const sumOf = (figure: 'sold' | 'renewed' | 'from_balance' | 'granted' | 'used' | 'running') =>
    rows.reduce((total, row) => total + row[figure], 0)
  return {
    sold: sumOf('sold'),
    renewed: sumOf('renewed'),
    from_balance: sumOf('from_balance'),
    granted: sumOf('granted'),
    used: sumOf('used'),
    running: sumOf('running'),
    paid: [...sums].map(([currency, amount]) => ({ currency, money: textOf(amount) })),
  }
}
export type RevenueFigures = ReturnType<typeof totalOf>
