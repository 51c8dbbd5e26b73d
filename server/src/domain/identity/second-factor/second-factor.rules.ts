import type { SecondFactors } from '@turnpike/contract/identity/second-factor'
import { totpSetUpSeconds } from '@turnpike/contract/identity/second-factor'
import { type SecondStepMethod, secondStepMethods } from '@turnpike/contract/identity/user'
import type { Deps } from '../../../deps.ts'
import { AppError } from '../../../http/app-error.ts'
import type { Caller } from '../../../http/caller.ts'
import type { Store } from '../../../store/store.ts'
import { type Actor, writeAudit } from '../../system/audit/audit.queries.ts'
import { endValue, issueValue, type OneTimeKey, readValue } from '../one-time/one-time.ts'
import { countPasskeys } from '../passkeys/passkeys.queries.ts'
import { deleteOtherSessions } from '../session/session.queries.ts'
import { lockPerson } from '../user-admin/user-admin.queries.ts'
import { hasSecondFactor } from './has-second-factor.ts'
import { dropUnneededCodes, firstRecoveryCodes, giveRecoveryCodes } from './recovery-codes.ts'
import { countRecoveryCodes, deleteTotp, findTotp, insertTotp } from './second-factor.queries.ts'
import { isTotpCode, newTotpSecret, plainCode, totpAddress, totpStepOf } from './totp.ts'

type SecondFactorDeps = Pick<Deps, 'store' | 'vault' | 'clock'>

export async function readSecondFactors(store: Store, userId: number): Promise<SecondFactors> {
  const [totp, passkeys, recovery_codes] = await Promise.all([
    findTotp(store, userId),
    countPasskeys(store, userId),
    countRecoveryCodes(store, userId),
  ])
  return { totp: totp !== undefined, totp_created_at: totp?.created_at ?? 0, passkeys, recovery_codes }
}

/** The second-step methods of this user; empty when the first step is enough. */
export async function methodsOf(store: Store, userId: number): Promise<SecondStepMethod[]> {
  const { totp, passkeys, recovery_codes } = await readSecondFactors(store, userId)
  if (!totp && passkeys === 0) return []
  const has = { totp, passkey: passkeys > 0, recovery_code: recovery_codes > 0 }
  return secondStepMethods.filter((method) => has[method])
}

const setUpKey = (userId: number): OneTimeKey => ({ purpose: 'totp set-up', subject: `user ${userId}` })

/** A new secret for the app; it counts once `enableTotp` has seen a code made with it. */
export async function setUpTotp(deps: SecondFactorDeps & Pick<Deps, 'options'>, caller: Caller) {
  if (await findTotp(deps.store, caller.id)) throw new AppError('totp_on')
  const secret = newTotpSecret()
  await issueValue(deps, {
    ...setUpKey(caller.id),
    value: secret,
    payload: deps.vault.encrypt(secret, 'second factor'),
    lifeSeconds: totpSetUpSeconds,
  })
  const { SystemName } = deps.options.current()
  return { secret, address: totpAddress(secret, { issuer: SystemName, label: caller.username }) }
}

/** Switches the second step on. Other browsers were signed in without it, so their sessions end. */
export async function enableTotp(
  deps: SecondFactorDeps,
  caller: Caller,
  code: string,
  actor: Actor,
): Promise<string[]> {
  const { store, vault } = deps
  const begun = await readValue(deps, setUpKey(caller.id))
  if (!begun) throw new AppError('totp_setup_expired')
  const plain = plainCode(code)
  const step = isTotpCode(plain) && totpStepOf(vault.decrypt(begun.payload, 'second factor'), plain, actor.at)
  if (!step) throw new AppError('second_factor_code_wrong')
  return store.transaction().execute(async (transaction) => {
    await lockPerson(transaction, caller.id)
    if (!(await endValue({ store: transaction }, setUpKey(caller.id)))) throw new AppError('totp_setup_expired')
    const totp = { user_id: caller.id, secret_cipher: begun.payload, last_step: step, created_at: actor.at }
    if (!(await insertTotp(transaction, totp))) throw new AppError('totp_on')
    const codes = await firstRecoveryCodes(transaction, vault, caller.id)
    await deleteOtherSessions(transaction, caller.id, caller.session?.hash ?? '')
    await writeAudit(transaction, actor, { action: 'account.totp_on', target: String(caller.id) })
    return codes
  })
}

export async function disableTotp(
  { store }: Pick<SecondFactorDeps, 'store'>,
  caller: Caller,
  actor: Actor,
): Promise<void> {
  await store.transaction().execute(async (transaction) => {
    await lockPerson(transaction, caller.id)
    if (!(await deleteTotp(transaction, caller.id))) throw new AppError('totp_off')
    await dropUnneededCodes(transaction, caller.id)
    await writeAudit(transaction, actor, { action: 'account.totp_off', target: String(caller.id) })
  })
}

export async function renewRecoveryCodes(deps: SecondFactorDeps, caller: Caller, actor: Actor): Promise<string[]> {
  return deps.store.transaction().execute(async (transaction) => {
    await lockPerson(transaction, caller.id)
    if (!(await hasSecondFactor(transaction, caller.id))) throw new AppError('totp_off')
    await writeAudit(transaction, actor, { action: 'account.recovery_codes', target: String(caller.id) })
    return giveRecoveryCodes(transaction, deps.vault, caller.id)
  })
}
