import type { NotificationEvent } from '@turnpike/contract/system/notification'

/** The level of a balance: 0 fine, 1 low, 2 used up. */
export type WarningLevel = 0 | 1 | 2

export const levelOf = (quota: number, threshold: number): WarningLevel => (quota <= 0 ? 2 : quota < threshold ? 1 : 0)

export const warningEvents: Record<1 | 2, NotificationEvent> = { 1: 'quota_low', 2: 'quota_exhausted' }

export const warningEverySeconds = 2 * 3600

type Situation = {
  level: WarningLevel
  /** The level and time of the user's last warning; undefined for a user who was never warned. */
  lastWarning: { level: number; warned_at: number } | undefined
  /** Whether the balance moved by a charge. A small credit is no reason for a warning. */
  wasCharged: boolean
  now: number
}

/**
 * The action for a balance: warn that its level got worse, at most every two hours; mark the warning as due later; or
 * store that the level got better, so that the next fall is reported.
 */
export function decideWarning({
  level,
  lastWarning,
  wasCharged,
  now,
}: Situation): 'warn' | 'later' | 'recover' | 'nothing' {
  const before = lastWarning?.level ?? 0
  if (level < before) return 'recover'
  if (level === before || !wasCharged) return 'nothing'
  return lastWarning && now - lastWarning.warned_at < warningEverySeconds ? 'later' : 'warn'
}
