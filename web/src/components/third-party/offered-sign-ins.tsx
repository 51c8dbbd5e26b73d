import type { Status } from '@turnpike/contract/system/status'
import { lazyPart } from '../../lib/browser/lazy-part.ts'

// Lazy: most installations have none, and these pages must be light.
const OtherSignIns = lazyPart(async () => (await import('./other-sign-ins.tsx')).OtherSignIns)

const hasOtherSignIn = (status: Status) =>
  status.github_oauth ||
  status.linuxdo_oauth ||
  status.telegram_oauth ||
  status.wechat_login ||
  status.passkey_login ||
  status.oidc_providers.length > 0

type OfferedSignInsProps = {
  status: Status | undefined
  /** Set on the sign-in page, not on the one that creates an account. */
  isSignIn?: boolean
}

/** Sign-ins with a passkey or an account of another provider, where the administrator switched any on. */
export const OfferedSignIns = ({ status, isSignIn = false }: OfferedSignInsProps) =>
  status && hasOtherSignIn(status) && <OtherSignIns status={status} isSignIn={isSignIn} />
