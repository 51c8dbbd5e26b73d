import { useState } from 'react'
import { isShownPicture } from '../../../../lib/address/shown-picture.ts'
import { useText } from '../../../../lib/text/text.ts'
import { useDebounced } from '../../../../lib/timing/use-debounced.ts'
import styles from './qr-picture.module.css'
import { thirdPartyText } from './third-party.text.ts'

/** The picture as people will see it. */
export function QrPicture({ address }: { address: string }) {
  const t = useText(thirdPartyText)
  const rested = useDebounced(address)
  const [broken, setBroken] = useState<string>()
  if (rested === broken || !isShownPicture(rested, window.location.origin)) return null
  return (
    <img
      className={styles.picture}
      src={rested}
      alt={t('codePicture')}
      referrerPolicy="no-referrer"
      onError={() => setBroken(rested)}
    />
  )
}
