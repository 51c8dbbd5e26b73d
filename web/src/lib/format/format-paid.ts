import { formatMoney } from '@turnpike/contract/quota'

const symbols: Readonly<Record<string, string>> = {
  CNY: '¥',
  USD: '$',
  EUR: '€',
  GBP: '£',
  HKD: 'HK$',
  SGD: 'S$',
  AUD: 'A$',
  CAD: 'C$',
}

/** Money paid to a provider, with the symbol of its own currency: `¥365.00`. */
export const formatPaid = (money: string, currency: string) =>
  formatMoney(money, symbols[currency] ?? (currency && `${currency} `))
