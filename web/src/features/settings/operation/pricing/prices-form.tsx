import { SettingsForm } from '../../form/settings-form.tsx'
import { pricingSection } from './pricing-section.ts'
import { VisualPricing } from './visual-pricing.tsx'

const sections = [pricingSection] as const
const custom = { visualPricing: VisualPricing }

/** The table of prices alone, on a page of its own. */
export const PricesForm = () => <SettingsForm sections={sections} custom={custom} />
