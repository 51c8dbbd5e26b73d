import { role } from '@turnpike/contract/user'
import { Suspense } from 'react'
import { useSetup } from '../../lib/api/setup.ts'
import { lazyPart } from '../../lib/browser/lazy-part.ts'
import { session } from '../../lib/session/session.ts'

// Lazy: most installations have nothing to say.
const DefaultPasswordBanner = lazyPart(
  async () => (await import('./default-password-banner.tsx')).DefaultPasswordBanner,
)

/** Standing messages above the page of a console, the most urgent first. */
export function Banners() {
  const isRoot = session.use()?.role === role.root
  const { data } = useSetup({ enabled: isRoot })
  return <Suspense>{isRoot && data?.state === 'needed' && <DefaultPasswordBanner />}</Suspense>
}
