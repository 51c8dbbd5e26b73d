import type { Endpoint } from '@turnpike/contract/endpoint'
import { logApi } from '@turnpike/contract/log'
import { statusApi } from '@turnpike/contract/status'
import { userApi } from '@turnpike/contract/user'

/** Every endpoint of the console, for the API reference and for tests that walk all of them. */
export const served: readonly Endpoint[] = [statusApi, userApi, logApi].flatMap((api) => Object.values<Endpoint>(api))
