import { lazyComponent } from '../../../lib/browser/lazy-part.ts'
import type { CustomFields } from '../form/option-section.tsx'
import { SettingsForm } from '../form/settings-form.tsx'
import { ChatLinks, ChatPlaceholders } from './chat-fields.tsx'
import { GroupPairTable } from './group-pair-table.tsx'
import { GroupTable } from './group-table.tsx'
import { type OperationField, operationSections } from './operation-sections.ts'
import { PriceJson, ResetRatios } from './pricing/price-json.tsx'

// Every section of the tab is fetched with it, so that heavy parts are fetched when they are shown: the calendar is 30 kB, the table
// of prices 60 kB.
const custom: CustomFields<OperationField> = {
  clearLogs: lazyComponent(async () => (await import('./clear-logs.tsx')).ClearLogs),
  costGuard: lazyComponent(async () => (await import('./failover.tsx')).CostGuard),
  failover: lazyComponent(async () => (await import('./failover.tsx')).Failover),
  chats: ChatLinks,
  chatPlaceholders: ChatPlaceholders,
  groupTable: GroupTable,
  groupPairs: GroupPairTable,
  priceJson: PriceJson,
  resetRatios: ResetRatios,
  visualPricing: lazyComponent(async () => (await import('./pricing/visual-pricing.tsx')).VisualPricing),
}

// The history of the settings imports the table from here, so that the bundle has one file for the whole tab.
export { operationSections }

export const OperationTab = () => <SettingsForm sections={operationSections} custom={custom} />
