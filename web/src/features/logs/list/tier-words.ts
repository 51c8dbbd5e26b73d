import type { LogDetail } from '@turnpike/contract/usage/log'
import { lengthText } from '../../../lib/models/length-text.ts'
import { tierText } from '../../../lib/models/tier.text.ts'

type Tier = NonNullable<Extract<LogDetail['price'], { kind: 'tokens' }>['tier']>

/** Why the ratios of a call differ from the model's own: "above 200K input tokens · Priority". */
export function useTierWords() {
  const t = tierText.use()
  return ({ above, services, time_factor: factor }: Tier): string =>
    [
      above !== null && t('above', { count: lengthText(above) }),
      ...services.map((service) => t(service)),
      factor !== null && t(factor < 1 ? 'offPeak' : 'peak', { factor }),
    ]
      .filter(Boolean)
      .join(' · ')
}
