import { useState } from 'react'
import { isShownPicture } from '../../lib/address/shown-picture.ts'

/** The logo an administrator set, as long as it can be shown; undefined means the mark of the product. */
export function useLogo(address: string) {
  const [broken, setBroken] = useState<string>()
  const isBroken = address !== '' && address === broken
  const isShown = !isBroken && isShownPicture(address, window.location.origin)
  return { logo: isShown ? address : undefined, isBroken, onBroken: () => setBroken(address) }
}
