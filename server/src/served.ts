import type { Endpoint } from '@turnpike/contract/endpoint'
import { accessTokenApi } from '@turnpike/contract/identity/access-token'
import { oauthApi } from '@turnpike/contract/identity/oauth'
import { oidcApi } from '@turnpike/contract/identity/oidc'
import { passkeyApi } from '@turnpike/contract/identity/passkey'
import { registrationApi } from '@turnpike/contract/identity/registration'
import { secondFactorAdminApi, secondFactorApi } from '@turnpike/contract/identity/second-factor'
import { accountApi } from '@turnpike/contract/identity/self'
import { shareApi } from '@turnpike/contract/identity/share-link'
import { tokenApi } from '@turnpike/contract/identity/token'
import { tokenKeyApi } from '@turnpike/contract/identity/token-key'
import { userApi } from '@turnpike/contract/identity/user'
import { peopleApi } from '@turnpike/contract/identity/user-admin'
import { paymentApi } from '@turnpike/contract/money/payment'
import { priceBookApi } from '@turnpike/contract/money/price-book'
import { pricingApi } from '@turnpike/contract/money/pricing'
import { redemptionApi } from '@turnpike/contract/money/redemption'
import { catalogueApi } from '@turnpike/contract/routing/catalogue'
import { channelApi } from '@turnpike/contract/routing/channel'
import { channelAttemptApi } from '@turnpike/contract/routing/channel-attempts'
import { channelTypeApi } from '@turnpike/contract/routing/channel-capabilities'
import { channelKeyApi } from '@turnpike/contract/routing/channel-keys'
import { limitsApi } from '@turnpike/contract/routing/limits'
import { routeExplainApi } from '@turnpike/contract/routing/route-explain'
import { virtualModelApi } from '@turnpike/contract/routing/virtual-models'
import { configFileApi } from '@turnpike/contract/system/config-file/config-file-api'
import { familyApi } from '@turnpike/contract/system/family'
import { firstPasswordApi } from '@turnpike/contract/system/first-password'
import { notificationApi } from '@turnpike/contract/system/notification'
import { optionApi } from '@turnpike/contract/system/option-api'
import { savedViewApi } from '@turnpike/contract/system/saved-view'
import { setupApi } from '@turnpike/contract/system/setup'
import { statusApi } from '@turnpike/contract/system/status'
import { dashboardApi } from '@turnpike/contract/usage/dashboard'
import { liveCallsApi } from '@turnpike/contract/usage/live-calls'
import { logApi } from '@turnpike/contract/usage/log'
import { profitApi } from '@turnpike/contract/usage/profit'
import { promptRecordsApi } from '@turnpike/contract/usage/prompt-records'
import { drawingApi, taskApi } from '@turnpike/contract/usage/task'

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
