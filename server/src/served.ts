import { catalogueApi } from '@turnpike/contract/catalogue'
import { channelApi } from '@turnpike/contract/channel'
import type { Endpoint } from '@turnpike/contract/endpoint'
import { logApi } from '@turnpike/contract/log'
import { redemptionApi } from '@turnpike/contract/redemption'
import { statusApi } from '@turnpike/contract/status'
import { tokenApi } from '@turnpike/contract/token'
import { userApi } from '@turnpike/contract/user'

/** Every endpoint of the console, for the API reference and for tests that walk all of them. */
export const served: readonly Endpoint[] = [
  statusApi,
  userApi,
  logApi,
  channelApi,
  tokenApi,
  redemptionApi,
  catalogueApi,
].flatMap((api) => Object.values<Endpoint>(api))
