import { ListChecks } from 'lucide-react'
import { MenuEntry } from '../../../components/menu/menu-entry.tsx'
import { useFirstSteps } from '../../../lib/api/first-steps.ts'
import { firstStepsPath } from '../../../lib/session/console-entry.ts'
import { dictionary } from '../../../lib/text/text.ts'

const entryText = dictionary({ getStarted: ['Get started', '开始使用'] })

/** A link to the first steps, until a call has succeeded. */
export function FirstStepsEntry() {
  const t = entryText.use()
  const { data } = useFirstSteps()
  if (!data || data.has_call) return null
  return (
    <MenuEntry icon={<ListChecks aria-hidden />} to={firstStepsPath}>
      {t('getStarted')}
    </MenuEntry>
  )
}
