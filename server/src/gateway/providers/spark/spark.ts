import type { Provider } from '../provider.ts'
import { sparkFailure } from './failure.ts'
import { sparkByHttp } from './http.ts'
import { readKey } from './key.ts'
import { chooseVersion } from './lines.ts'
import { sparkBySocket } from './socket.ts'

/** A key of three parts signs WebSockets; a password is for HTTP. */
export const spark: Provider = {
  variant: ({ key }) => ('password' in readKey(key) ? sparkByHttp : sparkBySocket),
  chooses: chooseVersion,
  failure: sparkFailure,
}
