import type { OptionValues } from '@turnpike/contract/options'
import { unpricedOf } from '../../domain/money/pricing/unpriced.ts'
import { readAllServedModels } from '../../domain/routing/catalogue/catalogue.queries.ts'
import type { Store } from '../../store/store.ts'
import { type Finding, ok, warning } from './finding.ts'

const namesMax = 10

/** Whether every model of the enabled channels has a price. Calls of a model without one are refused. */
export async function checkPrices(store: Store, options: OptionValues): Promise<Finding> {
  const served = (await readAllServedModels(store)).sort()
  const unpriced = unpricedOf(options, served)
  if (unpriced.length === 0) return ok('prices', `all ${served.length} models of enabled channels have one`)
  const more = unpriced.length > namesMax ? ` and ${unpriced.length - namesMax} more` : ''
  return warning(
    'prices',
    `${unpriced.length} of ${served.length} models of enabled channels have none: ${unpriced.slice(0, namesMax).join(', ')}${more}`,
    'Calls of them are refused. Set their prices under Settings → Operation → Model prices, or take them off their channels.',
  )
}
