import { role } from '@turnpike/contract/user'
import { Suspense } from 'react'
import { lazyPart } from '../../lib/browser/lazy-part.ts'
import { session } from '../../lib/session/session.ts'
import { DefaultPasswordBanner } from './default-password-banner.tsx'

const FailingBanner = lazyPart(async () => (await import('./health/failing-banner.tsx')).FailingBanner)

/** Standing messages above the page of a console, the most urgent first. */
export function Banners() {
  const user = session.use()
  return (
    <>
      {user?.role === role.root && <DefaultPasswordBanner />}
      <Suspense>{user && user.role >= role.admin && <FailingBanner />}</Suspense>
    </>
  )
}
