import type { NotificationEvent } from '@turnpike/contract/notification'

/** How bad a balance is: fine, low, used up. */
export type WarningLevel = 0 | 1 | 2

export const levelOf = (quota: number, threshold: number): WarningLevel => (quota <= 0 ? 2 : quota < threshold ? 1 : 0)

export const warningEvents: Record<1 | 2, NotificationEvent> = { 1: 'quota_low', 2: 'quota_exhausted' }

export const warningEverySeconds = 2 * 3600

type Seen = {
  level: WarningLevel
  /** What they were told last, and when; nothing for those never told anything. */
  told: { level: number; warned_at: number } | undefined
  /** Whether a charge brought it here. Somebody who was given little has no reason to be warned of it. */
  wasCharged: boolean
  now: number
}

/**
 * What to do about a balance: tell somebody it got worse, at most every two hours; remember that something is left to say;
 * or note that they are well again, so that the next fall is told.
 */
export function decideWarning({ level, told, wasCharged, now }: Seen): 'tell' | 'later' | 'recover' | 'nothing' {
  const before = told?.level ?? 0
  if (level < before) return 'recover'
  if (level === before || !wasCharged) return 'nothing'
  return told && now - told.warned_at < warningEverySeconds ? 'later' : 'tell'
}
