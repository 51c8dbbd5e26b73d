import { useState } from 'react'
import { isShownPicture } from '../../lib/address/shown-picture.ts'
import { isAllowed } from '../../lib/browser/page-policy.ts'

/** The logo that the administrator set, if it can be shown; undefined means the product's own. */
export function useLogo(address: string) {
  const [broken, setBroken] = useState<string>()
  const isBroken = address !== '' && address === broken
  const isPicture = !isBroken && isShownPicture(address, window.location.origin)
  const isBlocked = isPicture && !isAllowed('img-src', address)
  return {
    logo: isPicture && !isBlocked ? address : undefined,
    isBroken,
    /** A picture of a host that this document may not load from, because the host was configured since. */
    isBlocked,
    onBroken: () => setBroken(address),
  }
}
