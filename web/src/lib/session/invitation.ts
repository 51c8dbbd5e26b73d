import { stored } from '../browser/stored.ts'

/** The code of whoever invited this visitor, kept until an account is created. The key is the family's. */
export const invitation = stored<string | undefined>(
  'aff',
  (text) => text || undefined,
  (code) => code ?? null,
)
