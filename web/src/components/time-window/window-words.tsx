import { quickWindows, type TimeWindow } from '../../lib/address/time-window.ts'
import { useText } from '../../lib/text/text.ts'
import { windowText } from './window.text.ts'

/** The time of a list in words, for the grey line beside its title. */
export function WindowWords({ window }: { window: TimeWindow }) {
  const t = useText(windowText)
  return window.kind === 'own' ? t('ownSpan') : t('lastDays', { days: quickWindows[window.name] })
}
