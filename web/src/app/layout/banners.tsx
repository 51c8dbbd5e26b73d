import { role } from '@turnpike/contract/identity/user'
import { Suspense } from 'react'
import { setupOver, useSetup } from '../../lib/api/setup.ts'
import { lazyPart } from '../../lib/browser/lazy-part.ts'
import { session } from '../../lib/session/session.ts'
import { DefaultPasswordBanner } from './default-password-banner.tsx'
import { FailingBanner } from './health/failing-banner.tsx'
import { useFailing } from './health/use-failing.ts'

const LossBanner = lazyPart(async () => (await import('./loss-banner.tsx')).LossBanner)

/** Standing messages above the page of a console, the most urgent first. */
export function Banners() {
  const level = session.use()?.role ?? 0
  const isRoot = level === role.root
  const isSetUp = setupOver.use() // once and for all: a password cannot be taken back
  const { data: setup } = useSetup({ enabled: isRoot && !isSetUp })
  const { data: failing } = useFailing({ enabled: level >= role.admin })
  return (
    <>
      {isRoot && setup?.state === 'needed' && <DefaultPasswordBanner />}
      {failing && failing.count > 0 && <FailingBanner summary={failing} />}
      {failing?.below_cost && (
        <Suspense>
          <LossBanner />
        </Suspense>
      )}
    </>
  )
}
