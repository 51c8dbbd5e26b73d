import { stored } from '../browser/stored.ts'

/** The code of the visitor's invitation, kept until an account is created. Consoles of this product family share the key. */
export const invitation = stored<string | undefined>(
  'aff',
  (text) => text || undefined,
  (code) => code ?? null,
)
