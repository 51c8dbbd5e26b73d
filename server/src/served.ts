import { accessTokenApi } from '@turnpike/contract/accounts/access-token'
import { accountApi } from '@turnpike/contract/accounts/account'
import { firstPasswordApi } from '@turnpike/contract/accounts/first-password'
import { notificationApi } from '@turnpike/contract/accounts/notification'
import { oauthApi } from '@turnpike/contract/accounts/oauth'
import { oidcApi } from '@turnpike/contract/accounts/oidc'
import { passkeyApi } from '@turnpike/contract/accounts/passkey'
import { peopleApi } from '@turnpike/contract/accounts/people'
import { registrationApi } from '@turnpike/contract/accounts/registration'
import { savedViewApi } from '@turnpike/contract/accounts/saved-view'
import { secondFactorAdminApi, secondFactorApi } from '@turnpike/contract/accounts/second-factor'
import { setupApi } from '@turnpike/contract/accounts/setup'
import { catalogueApi } from '@turnpike/contract/catalogue'
import { channelApi } from '@turnpike/contract/channels/channel'
import { channelAttemptApi } from '@turnpike/contract/channels/channel-attempts'
import { channelTypeApi } from '@turnpike/contract/channels/channel-capabilities'
import { channelKeyApi } from '@turnpike/contract/channels/channel-keys'
import { routeExplainApi } from '@turnpike/contract/channels/route-explain'
import { configFileApi } from '@turnpike/contract/config-file/config-file-api'
import type { Endpoint } from '@turnpike/contract/endpoint'
import { familyApi } from '@turnpike/contract/family/family'
import { liveCallsApi } from '@turnpike/contract/live/live-calls'
import { virtualModelApi } from '@turnpike/contract/models/virtual-models'
import { optionApi } from '@turnpike/contract/option-api'
import { paymentApi } from '@turnpike/contract/payment'
import { priceBookApi } from '@turnpike/contract/price-book'
import { pricingApi } from '@turnpike/contract/pricing'
import { redemptionApi } from '@turnpike/contract/redemption'
import { statusApi } from '@turnpike/contract/status'
import { drawingApi, taskApi } from '@turnpike/contract/tasks/task'
import { tokenApi } from '@turnpike/contract/token'
import { shareApi } from '@turnpike/contract/tokens/share-link'
import { tokenKeyApi } from '@turnpike/contract/tokens/token-key'
import { dashboardApi } from '@turnpike/contract/usage/dashboard'
import { limitsApi } from '@turnpike/contract/usage/limits'
import { logApi } from '@turnpike/contract/usage/log'
import { profitApi } from '@turnpike/contract/usage/profit'
import { promptRecordsApi } from '@turnpike/contract/usage/prompt-records'
import { userApi } from '@turnpike/contract/user'

/** Every endpoint of the console, for the API reference and for tests that walk all of them. */
export const served: readonly Endpoint[] = [
  statusApi,
  setupApi,
  firstPasswordApi,
  userApi,
  registrationApi,
  accountApi,
  accessTokenApi,
  secondFactorApi,
  passkeyApi,
  savedViewApi,
  limitsApi,
  promptRecordsApi,
  notificationApi,
  oauthApi,
  oidcApi,
  logApi,
  dashboardApi,
  priceBookApi,
  profitApi,
  drawingApi,
  taskApi,
  channelTypeApi,
  channelApi,
  channelAttemptApi,
  liveCallsApi,
  channelKeyApi,
  virtualModelApi,
  tokenApi,
  tokenKeyApi,
  shareApi,
  redemptionApi,
  paymentApi,
  familyApi,
  catalogueApi,
  pricingApi,
  peopleApi,
  secondFactorAdminApi,
  optionApi,
  configFileApi,
  routeExplainApi,
].flatMap((api) => Object.values<Endpoint>(api))
