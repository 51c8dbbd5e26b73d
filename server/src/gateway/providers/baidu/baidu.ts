import type { Provider } from '../provider.ts'
import { readKey } from './key.ts'
import { baiduV1 } from './v1.ts'
import { baiduV2, failureOfV2 } from './v2.ts'

/** The format of the key decides which of two services is called. */
export const baidu: Provider = {
  variant: ({ key }) => ('bearer' in readKey(key) ? baiduV2 : baiduV1),
  failure: failureOfV2,
}
