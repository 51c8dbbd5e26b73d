import { z } from 'zod'

/** Names of variables that the server itself resolves begin with this, so that a file cannot read its other variables. */
export const secretVariablePrefix = 'TURNPIKE_'

/** A sealed secret is longer than what it holds. */
const sealedLengthMax = 512 * 1024

/**
 * A secret in a configuration file: the name of an environment variable, or a text that only this installation can open.
 * A secret in plain text is refused.
 */
export const secretReference = z
  .union(
    [
      z.strictObject({ env: z.string().regex(/^[A-Za-z_][A-Za-z0-9_]{0,127}$/, 'config_env_name') }),
      z.strictObject({ sealed: z.string().min(1).max(sealedLengthMax) }),
    ],
    'config_secret_plain',
  )
  .meta({ id: 'secret' })
export type SecretReference = z.infer<typeof secretReference>
