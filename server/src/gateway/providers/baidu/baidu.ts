import type { Provider } from '../provider.ts'
import { readKey } from './key.ts'
import { baiduV1 } from './v1.ts'
import { baiduV2, failureOfV2 } from './v2.ts'

/** The key tells which of two services it is for. */
export const baidu: Provider = {
  variant: ({ key }) => ('bearer' in readKey(key) ? baiduV2 : baiduV1),
  failure: failureOfV2,
}
