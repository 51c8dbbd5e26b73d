import type { Provider } from '../provider.ts'
import { readKey } from './key.ts'
import { nativeHunyuan } from './native.ts'
import { tokenHub, tokenHubFailure } from './token-hub.ts'

/** The format of the key decides which of two services is called. */
export const hunyuan: Provider = {
  variant: ({ key }) => ('bearer' in readKey(key) ? tokenHub : nativeHunyuan),
  failure: tokenHubFailure,
}
