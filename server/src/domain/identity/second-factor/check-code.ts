import type { SecondFactorProof } from '@turnpike/contract/identity/second-factor'
import type { Deps } from '../../../deps.ts'
import { AppError } from '../../../http/app-error.ts'
import type { Caller } from '../../../http/caller.ts'
import { checkOwnPassword } from '../self/require-owner.ts'
import { countAttempt } from '../session/failed-sign-ins.ts'
import { findTotp, takeTotpStep, useRecoveryCode } from './second-factor.queries.ts'
import { isTotpCode, plainCode, totpStepOf } from './totp.ts'

type CheckCodeDeps = Pick<Deps, 'store' | 'vault' | 'limits' | 'clock'>
type Attempt = { userId: number; code: string; address: string }

/** Accepts a code of the app or a recovery code, each once. Wrong codes count as failed sign-ins. */
export async function checkCode(deps: CheckCodeDeps, { userId, code, address }: Attempt): Promise<void> {
  const uncount = await countAttempt(deps.limits, { account: `id ${userId}`, address })
  if (!(await takeCode(deps, userId, plainCode(code))))
    throw new AppError('second_factor_code_wrong', { detail: { user_id: userId, address } })
  await uncount()
}

async function takeCode({ store, vault, clock }: CheckCodeDeps, userId: number, code: string): Promise<boolean> {
  if (!isTotpCode(code)) return useRecoveryCode(store, userId, recoveryCodeHash(vault, userId, code))
  const totp = await findTotp(store, userId)
  if (!totp) return false
  const step = totpStepOf(vault.decrypt(totp.secret_cipher, 'second factor'), code, clock())
  return step !== undefined && takeTotpStep(store, userId, step)
}

export const recoveryCodeHash = (vault: Deps['vault'], userId: number, code: string) =>
  vault.hash(`${userId} ${plainCode(code)}`, 'recovery code')

/** The password or a code, however recent the sign-in is: an unattended browser must not remove the second factor. */
export async function checkProof(deps: CheckCodeDeps, caller: Caller, proof: SecondFactorProof & { address: string }) {
  const { original_password, code, address } = proof
  if (code) return checkCode(deps, { userId: caller.id, code, address })
  if (original_password) return checkOwnPassword(deps, caller, { original_password, address })
  throw new AppError('second_factor_proof_missing')
}
