import { refundPartsMax } from '@turnpike/contract/money/refund'

/** The references of the refunds of a charge: its own, then numbered ones. The ledger knows each of them once. */
export const refundReference = (charge: string, part: number) => (part === 1 ? charge : `${charge}/${part}`)
export const refundReferencesOf = (charge: string) =>
  Array.from({ length: refundPartsMax }, (_, index) => refundReference(charge, index + 1))
