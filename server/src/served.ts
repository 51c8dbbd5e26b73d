import { accountApi } from '@turnpike/contract/accounts/account'
import { firstPasswordApi } from '@turnpike/contract/accounts/first-password'
import { notificationApi } from '@turnpike/contract/accounts/notification'
import { oauthApi } from '@turnpike/contract/accounts/oauth'
import { peopleApi } from '@turnpike/contract/accounts/people'
import { registrationApi } from '@turnpike/contract/accounts/registration'
import { savedViewApi } from '@turnpike/contract/accounts/saved-view'
import { setupApi } from '@turnpike/contract/accounts/setup'
import { catalogueApi } from '@turnpike/contract/catalogue'
import { channelApi } from '@turnpike/contract/channels/channel'
import { channelAttemptApi } from '@turnpike/contract/channels/channel-attempts'
import { channelTypeApi } from '@turnpike/contract/channels/channel-capabilities'
import type { Endpoint } from '@turnpike/contract/endpoint'
import { optionApi } from '@turnpike/contract/option-api'
import { paymentApi } from '@turnpike/contract/payment'
import { pricingApi } from '@turnpike/contract/pricing'
import { redemptionApi } from '@turnpike/contract/redemption'
import { statusApi } from '@turnpike/contract/status'
import { drawingApi, taskApi } from '@turnpike/contract/tasks/task'
import { tokenApi } from '@turnpike/contract/token'
import { shareApi } from '@turnpike/contract/tokens/share-link'
import { dashboardApi } from '@turnpike/contract/usage/dashboard'
import { logApi } from '@turnpike/contract/usage/log'
import { userApi } from '@turnpike/contract/user'

/** Every endpoint of the console, for the API reference and for tests that walk all of them. */
export const served: readonly Endpoint[] = [
  statusApi,
  setupApi,
  firstPasswordApi,
  userApi,
  registrationApi,
  accountApi,
  savedViewApi,
  notificationApi,
  oauthApi,
  logApi,
  dashboardApi,
  drawingApi,
  taskApi,
  channelTypeApi,
  channelApi,
  channelAttemptApi,
  tokenApi,
  shareApi,
  redemptionApi,
  paymentApi,
  catalogueApi,
  pricingApi,
  peopleApi,
  optionApi,
].flatMap((api) => Object.values<Endpoint>(api))
