import type { Target } from '../provider.ts'

/**
 * A resource's key has its own header; a token of the directory is a bearer token, and begins like every JWT. Never
 * both.
 */
export const credential = ({ key }: Pick<Target, 'key'>, keyHeader = 'api-key'): Record<string, string> =>
  key.startsWith('eyJ') ? { authorization: `Bearer ${key}` } : { [keyHeader]: key }
