import { SettingsForm } from '../form/settings-form.tsx'
import { useChatSection } from './chat/chat-section.tsx'
import { useDashboardSection } from './dashboard-section.tsx'
import { useDrawingSection } from './drawing-section.tsx'
import { useGeneralSection } from './general-section.tsx'
import { useGroupsSection } from './groups/groups-section.tsx'
import { useLogSection } from './log/log-section.tsx'
import { useMonitoringSection } from './monitoring-section.tsx'
import { useModelRatiosSection } from './pricing/model-ratios-section.tsx'
import { useVisualPricingSection } from './pricing/visual-pricing-section.tsx'
import { useQuotaSection } from './quota-section.tsx'
import { useSensitiveWordsSection } from './sensitive-words-section.tsx'

/** The options of the gateway: menus, monitoring, logs, prices. */
export function OperationTab() {
  return (
    <SettingsForm
      sections={[
        useGeneralSection(),
        useDrawingSection(),
        useSensitiveWordsSection(),
        useLogSection(),
        useDashboardSection(),
        useMonitoringSection(),
        useQuotaSection(),
        useChatSection(),
        useGroupsSection(),
        useModelRatiosSection(),
        useVisualPricingSection(),
      ]}
    />
  )
}
