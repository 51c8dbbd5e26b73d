import type { NewCredential, UsedCredential } from '@turnpike/contract/identity/passkey'
import { CallError } from '../../lib/api/call.ts'
import { dictionary } from '../../lib/text/text.ts'

const passkeyText = dictionary({
  cancelled: [
    'The passkey was not used. Try again, or choose another way.',
    '没有使用通行密钥。请重试，或选择其他方式。',
  ],
  known: ['This device already has a passkey for your account.', '此设备已有你账户的通行密钥。'],
  unsupported: ['This browser has no passkeys.', '此浏览器不支持通行密钥。'],
  failed: ['The browser could not use the passkey.', '浏览器无法使用该通行密钥。'],
})

type PasskeyRequest = Record<string, unknown>

/** Has the browser create a passkey. Errors of the browser are reported in our words. */
export async function makePasskey(request: PasskeyRequest): Promise<NewCredential> {
  const { startRegistration } = await import('@simplewebauthn/browser') // few visitors need it
  // The server made the request with the counterpart of this library.
  const optionsJSON = request as unknown as Parameters<typeof startRegistration>[0]['optionsJSON']
  return startRegistration({ optionsJSON }).catch(refuse)
}

/** Has the browser sign with a passkey. */
export async function signWithPasskey(request: PasskeyRequest): Promise<UsedCredential> {
  const { startAuthentication } = await import('@simplewebauthn/browser')
  // As above.
  const optionsJSON = request as unknown as Parameters<typeof startAuthentication>[0]['optionsJSON']
  return startAuthentication({ optionsJSON }).catch(refuse)
}

function refuse(error: unknown): never {
  const t = passkeyText.get()
  const name = error instanceof Error ? error.name : ''
  const isUnsupported = !('PublicKeyCredential' in window)
  const words = isUnsupported
    ? t('unsupported')
    : name === 'NotAllowedError' || name === 'AbortError'
      ? t('cancelled')
      : name === 'InvalidStateError'
        ? t('known')
        : t('failed')
  throw new CallError(words, { status: 0 })
}
