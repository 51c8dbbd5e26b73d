import { SettingsForm } from '../form/settings-form.tsx'
import type { Sections } from '../form/settings-section.ts'
import { useChatSection } from './chat/chat-section.tsx'
import { useDashboardSection } from './dashboard-section.tsx'
import { useDrawingSection } from './drawing-section.tsx'
import { useFailoverSection } from './failover/failover-section.tsx'
import { useGeneralSection } from './general-section.tsx'
import { useGroupsSection } from './groups/groups-section.tsx'
import { useLogSection } from './log/log-section.tsx'
import { useMonitoringSection } from './monitoring-section.tsx'
import { useModelRatiosSection } from './pricing/model-ratios-section.tsx'
import { useVisualPricingSection } from './pricing/visual-pricing-section.tsx'
import { useQuotaSection } from './quota-section.tsx'
import { useSensitiveWordsSection } from './sensitive-words-section.tsx'

export const useOperationSections = (): Sections => [
  useGeneralSection(),
  useDrawingSection(),
  useSensitiveWordsSection(),
  useLogSection(),
  useDashboardSection(),
  useMonitoringSection(),
  useFailoverSection(),
  useQuotaSection(),
  useChatSection(),
  useGroupsSection(),
  useModelRatiosSection(),
  useVisualPricingSection(),
]

/** The options of the gateway: menus, monitoring, logs, prices. */
export const OperationTab = () => <SettingsForm sections={useOperationSections()} />
