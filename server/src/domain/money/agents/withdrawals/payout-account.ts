import type { Vault } from '../../../../secrets/vault.ts'

/** A field of an account as the agent filled it in, with the labels that it had then. */
export type AccountField = { label: string; label_zh: string; value: string }
type Row = { id: number; agent_id: number }
/** What is encrypted. It names the withdrawal, so that an account that is moved to another row is not paid to. */
type Sealed = Row & { fields: AccountField[] }

export const sealAccount = (vault: Vault, { id, agent_id }: Row, fields: AccountField[]): string =>
  vault.encrypt(JSON.stringify({ id, agent_id, fields } satisfies Sealed), 'payout account')

/** Throws where the text is not the account of this withdrawal. An erased account has no fields. */
export function openAccount(
  vault: Vault,
  { id, agent_id, account_cipher }: Row & { account_cipher: string },
): AccountField[] {
  if (account_cipher === '') return []
  const sealed = JSON.parse(vault.decrypt(account_cipher, 'payout account')) as Sealed // written above, and authentic
  if (sealed.id !== id || sealed.agent_id !== agent_id) throw new Error('the account of another withdrawal')
  return sealed.fields
}
