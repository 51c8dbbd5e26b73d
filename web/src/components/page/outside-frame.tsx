import { type ComponentProps, type ReactNode, useEffect, useState } from 'react'
import { isAllowed } from '../../lib/browser/page-policy.ts'
import { reloadOnce } from '../../lib/browser/reload-once.ts'

type OutsideFrameProps = Omit<ComponentProps<'iframe'>, 'src'> & {
  src: string
  title: string
  /** Shown where the browser would block the frame: a link, in most places. */
  instead: ReactNode
}

/**
 * A page of another site. The policy of a document names the sites it may show and never changes: for a site that was
 * configured since, the document is loaded again, and with it the policy.
 */
export function OutsideFrame({ src, instead, ...frame }: OutsideFrameProps) {
  const canShow = isAllowed('frame-src', src)
  const [isStuck, setIsStuck] = useState(false)
  useEffect(() => {
    if (!canShow) setIsStuck(!reloadOnce())
  }, [canShow])
  if (canShow) return <iframe {...frame} src={src} title={frame.title} />
  return isStuck ? instead : null
}
