import { quickWindows, type TimeWindow } from '../../lib/address/time-window.ts'
import { windowText } from './window.text.ts'

/** The time of a list in words, for the grey line beside its title. */
export function WindowWords({ window }: { window: TimeWindow }) {
  const t = windowText.use()
  if (window.kind === 'own') return t('ownSpan')
  return window.name === 'yesterday' ? t('dayBefore') : t('lastDays', { days: quickWindows[window.name] })
}
