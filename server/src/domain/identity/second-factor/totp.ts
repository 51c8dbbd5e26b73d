import { randomInt } from 'node:crypto'
import { recoveryCodesCount, totpDigits, totpStepSeconds } from '@turnpike/contract/identity/second-factor'
import { Secret, TOTP } from 'otpauth'

const secretBytes = 20
/** Clocks of phones differ from ours: the codes of one step before and after are accepted too. */
const stepsAround = 1

export const newTotpSecret = () => new Secret({ size: secretBytes }).base32

const totpOf = (secret: string, names: { issuer?: string; label?: string } = {}) =>
  new TOTP({
    ...names,
    algorithm: 'SHA1', // the only one that every app knows
    digits: totpDigits,
    period: totpStepSeconds,
    secret: Secret.fromBase32(secret),
  })

/** The address inside the QR code that authenticator apps scan. */
export const totpAddress = (secret: string, names: { issuer: string; label: string }) =>
  totpOf(secret, names).toString()

/** The time step that a code belongs to; undefined for a code that is not valid now. */
export function totpStepOf(secret: string, code: string, now: number): number | undefined {
  const delta = totpOf(secret).validate({ token: code, timestamp: now * 1000, window: stepsAround })
  return delta === null ? undefined : Math.floor(now / totpStepSeconds) + delta
}

// Without letters and digits that look alike, because users type them from paper.
const alphabet = 'abcdefghjkmnpqrstuvwxyz23456789'
const codeLength = 10 // 49 bits

export const newRecoveryCodes = (): string[] =>
  Array.from({ length: recoveryCodesCount }, () => {
    const code = Array.from({ length: codeLength }, () => alphabet[randomInt(alphabet.length)]).join('')
    return `${code.slice(0, codeLength / 2)}-${code.slice(codeLength / 2)}`
  })

/** A code as it is compared: without the spaces and hyphens that make it readable, in lower case. */
export const plainCode = (code: string) => code.replace(/[\s-]/g, '').toLowerCase()
export const isTotpCode = (plain: string) => plain.length === totpDigits && /^\d+$/.test(plain)
