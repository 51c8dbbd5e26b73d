import type { Status } from '@turnpike/contract/status'
import { Suspense } from 'react'
import { lazyPart } from '../../lib/browser/lazy-part.ts'

// Lazy: most installations have none, and these pages must be light.
const OtherSignIns = lazyPart(async () => (await import('./other-sign-ins.tsx')).OtherSignIns)

const hasOtherSignIn = ({ github_oauth, linuxdo_oauth, telegram_oauth, wechat_login }: Status) =>
  github_oauth || linuxdo_oauth || telegram_oauth || wechat_login

/** Sign-ins with an account of another provider, where the administrator switched any on. */
export const OfferedSignIns = ({ status }: { status: Status | undefined }) => (
  <Suspense>{status && hasOtherSignIn(status) && <OtherSignIns status={status} />}</Suspense>
)
