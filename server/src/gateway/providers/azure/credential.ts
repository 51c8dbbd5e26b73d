import type { Target } from '../provider.ts'

type Keyed = Pick<Target, 'key'>

/** A key is a token of the directory, not a key of the resource. */
export const isToken = ({ key }: Keyed): boolean => key.startsWith('eyJ')

/** A resource's key has its own header; a directory token is a bearer token. Never both. */
export const credential = (target: Keyed, keyHeader = 'api-key'): Record<string, string> =>
  isToken(target) ? { authorization: `Bearer ${target.key}` } : { [keyHeader]: target.key }
