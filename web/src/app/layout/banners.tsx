import { role } from '@turnpike/contract/user'
import { Suspense } from 'react'
import { useSetup } from '../../lib/api/setup.ts'
import { lazyPart } from '../../lib/browser/lazy-part.ts'
import { session } from '../../lib/session/session.ts'

// Lazy: most installations have nothing to say.
const DefaultPasswordBanner = lazyPart(
  async () => (await import('./default-password-banner.tsx')).DefaultPasswordBanner,
)
const FailingBanner = lazyPart(async () => (await import('./health/failing-banner.tsx')).FailingBanner)

/** Standing messages above the page of a console, the most urgent first. */
export function Banners() {
  const level = session.use()?.role ?? 0
  const isRoot = level === role.root
  const { data } = useSetup({ enabled: isRoot })
  return (
    <Suspense>
      {isRoot && data?.state === 'needed' && <DefaultPasswordBanner />}
      {level >= role.admin && <FailingBanner />}
    </Suspense>
  )
}
