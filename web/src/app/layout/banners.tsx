import { role } from '@turnpike/contract/user'
import { Suspense } from 'react'
import { setupOver, useSetup } from '../../lib/api/setup.ts'
import { lazyPart } from '../../lib/browser/lazy-part.ts'
import { session } from '../../lib/session/session.ts'
import { useFailing } from './health/use-failing.ts'

// Lazy: most installations have nothing to say.
const DefaultPasswordBanner = lazyPart(
  async () => (await import('./default-password-banner.tsx')).DefaultPasswordBanner,
)
const FailingBanner = lazyPart(async () => (await import('./health/failing-banner.tsx')).FailingBanner)

/** Standing messages above the page of a console, the most urgent first. */
export function Banners() {
  const level = session.use()?.role ?? 0
  const isRoot = level === role.root
  const isSetUp = setupOver.use() // once and for all: a password cannot be taken back
  const { data: setup } = useSetup({ enabled: isRoot && !isSetUp })
  const { data: failing } = useFailing({ enabled: level >= role.admin })
  return (
    <Suspense>
      {isRoot && setup?.state === 'needed' && <DefaultPasswordBanner />}
      {failing && failing.count > 0 && <FailingBanner summary={failing} />}
    </Suspense>
  )
}
