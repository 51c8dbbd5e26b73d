import type { Limits } from '../../http/limits.ts'

/** Counts a mail that somebody asked for, whether or not one is sent: the limits must not tell who is known here. */
export async function countMail(limits: Limits, email: string, address: string): Promise<void> {
  await limits.take('mail pause', email)
  await limits.take('mail recipient', email)
  await limits.take('mail address', address)
}
