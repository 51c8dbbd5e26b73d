import { vendorName } from '../../../components/tags/vendors.ts'
import { pricingText } from '../pricing.text.ts'
import { unknownVendor } from './list-models.ts'

/** The name of a vendor; one that is not known to this version keeps its key. */
export function useVendorName(): (vendor: string) => string {
  const t = pricingText.use()
  return (vendor) => (vendor === unknownVendor || !vendor ? t('otherVendor') : (vendorName(vendor) ?? vendor))
}
