import { type SecretReference, secretVariablePrefix } from '@turnpike/contract/system/config-file/secret-reference'
import { AppError } from '../../../http/app-error.ts'
import type { Vault } from '../../../secrets/vault.ts'

/** The environment variables that a file may name. */
export type Variables = { isAllowed(name: string): boolean; values: Readonly<Record<string, string | undefined>> }

/** The variables for the server itself: only those that were named for this purpose. */
export const serverVariables = (values: Readonly<Record<string, string>>): Variables => ({
  isAllowed: (name) => name.startsWith(secretVariablePrefix),
  values,
})

/**
 * The variables for the command: the operator's environment, without the settings of the server, such as its own key.
 */
export const commandVariables = (
  values: Readonly<Record<string, string | undefined>>,
  ofServer: readonly string[],
): Variables => ({
  isAllowed: (name) => !ofServer.includes(name),
  values,
})

/**
 * The permitted uses of a sealed text. A key stays with the host that it was saved for, as it does in the console: a
 * file cannot send it to another one.
 */
export const useOf = {
  option: (key: string) => `option ${key}`,
  channelKey: (host: string) => `channel key ${host}`,
  baseUrl: 'channel base_url',
  setting: 'channel setting',
  priceSource: 'price source address',
  override: (column: string, host: string) => `channel ${column} ${host}`,
}

export const sealSecret = (vault: Vault, use: string, value: string): SecretReference => ({
  sealed: vault.encrypt(JSON.stringify([use, value]), 'config file'),
})

type Openers = { vault: Vault; variables: Variables }

/** The value that a reference stands for. */
export function openSecret({ vault, variables }: Openers, reference: SecretReference, use: string): string {
  if ('sealed' in reference) return unsealed(vault, reference.sealed, use)
  const { env: name } = reference
  if (!variables.isAllowed(name))
    throw new AppError('config_env_refused', { params: { name, prefix: secretVariablePrefix } })
  const value = Object.hasOwn(variables.values, name) ? variables.values[name]?.trim() : undefined
  if (!value) throw new AppError('config_env_missing', { params: { name } })
  return value
}

function unsealed(vault: Vault, sealed: string, use: string): string {
  const [sealedUse, value] = opened(vault, sealed)
  if (sealedUse !== use) throw new AppError('config_sealed_elsewhere')
  return value
}

function opened(vault: Vault, sealed: string): [use: string, value: string] {
  try {
    return JSON.parse(vault.decrypt(sealed, 'config file')) as [string, string] // as sealSecret wrote it
  } catch {
    throw new AppError('config_sealed_foreign')
  }
}
