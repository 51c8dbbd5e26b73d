import type { SectionRow } from '../../form/section-table.ts'
import { priceChanges, priceRows } from './price-options.ts'

/** The table of prices; the settings show it as a section, and the side bar leads to it as a page. */
export const pricingSection: SectionRow<'visualPricing'> = {
  section: 'operation/visual-pricing',
  title: ['Visual pricing', '可视化定价'],
  parts: ['visualPricing'],
  options: priceRows,
  changes: priceChanges,
}
