import type { Limits } from '../../../http/limits.ts'

/** Counts a requested mail, whether or not it is sent: the limits must not reveal which addresses have an account. */
export async function countMail(limits: Limits, email: string, address: string): Promise<void> {
  await limits.take('mail pause', email)
  await limits.take('mail recipient', email)
  await limits.take('mail address', address)
}
