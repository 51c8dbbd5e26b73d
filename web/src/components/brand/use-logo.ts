import { useState } from 'react'
import { isShownPicture } from '../../lib/address/shown-picture.ts'

/** The logo that the administrator set, if it can be shown; undefined means the product's own. */
export function useLogo(address: string) {
  const [broken, setBroken] = useState<string>()
  const isBroken = address !== '' && address === broken
  const isShown = !isBroken && isShownPicture(address, window.location.origin)
  return { logo: isShown ? address : undefined, isBroken, onBroken: () => setBroken(address) }
}
