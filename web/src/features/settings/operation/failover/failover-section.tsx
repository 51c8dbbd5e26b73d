import { lazyPart } from '../../../../lib/browser/lazy-part.ts'
import { useText } from '../../../../lib/text/text.ts'
import type { SettingsSection } from '../../form/settings-section.ts'
import { useSectionOptions } from '../../form/use-section-options.ts'
import { failoverText } from './failover.text.ts'

// Its words are long, and every section of the tab is fetched with it.
const FailoverFields = lazyPart(async () => (await import('./failover-fields.tsx')).FailoverFields)

export function useFailoverSection(): SettingsSection {
  const t = useText(failoverText)
  return { ...useSectionOptions('operation/failover', t), title: t('title'), Fields: FailoverFields }
}
