import { isSecretOption, type OptionKey } from '@turnpike/contract/options'
import type { Vault } from '../../../secrets/vault.ts'

/** An option's text as stored: encrypted for a secret option that is not empty. */
export const sealed = (vault: Vault, key: OptionKey, text: string): string =>
  isSecretOption(key) && text !== '' ? vault.encrypt(text, 'option') : text
