const separator = '-'

/** The number of the order of a renewal: that of the first order, which has no such sign, and that of the payment. */
export const renewalTradeNo = (trade_no: string, payment: string) => `${trade_no}${separator}${payment}`

/** The number of the first order of a subscription. */
export const firstTradeNo = (trade_no: string): string => trade_no.split(separator)[0] ?? trade_no
