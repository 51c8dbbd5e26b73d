import { keysText } from './keys.text.ts'

/** "retries in 45 s", "retries in 3 min". */
export function useCooldownWords(): (seconds: number) => string {
  const t = keysText.use()
  return (seconds) => {
    const time =
      seconds < 120 ? t('seconds', { count: Math.max(1, seconds) }) : t('minutes', { count: Math.ceil(seconds / 60) })
    return t('triedIn', { time })
  }
}
