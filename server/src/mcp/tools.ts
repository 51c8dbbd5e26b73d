import type { Endpoint } from '@turnpike/contract/endpoint'
import { tokenApi } from '@turnpike/contract/identity/token'
import { userApi } from '@turnpike/contract/identity/user'
import { userAdminApi } from '@turnpike/contract/identity/user-admin'
import { paymentApi } from '@turnpike/contract/money/payment'
import { pricingApi } from '@turnpike/contract/money/pricing'
import { redemptionApi } from '@turnpike/contract/money/redemption'
import { catalogueApi } from '@turnpike/contract/routing/catalogue'
import { channelApi } from '@turnpike/contract/routing/channel'
import { channelAttemptApi } from '@turnpike/contract/routing/channel-attempts'
import { optionApi } from '@turnpike/contract/system/option-api'
import { overviewApi } from '@turnpike/contract/system/overview'
import { dashboardApi } from '@turnpike/contract/usage/dashboard'
import { liveCallsApi } from '@turnpike/contract/usage/live-calls'
import { logApi } from '@turnpike/contract/usage/log'
import { drawingApi, taskApi } from '@turnpike/contract/usage/task'

/** An endpoint that agents can use, and what an agent should know about it besides its summary. */
export type Tool = { endpoint: Endpoint; hint?: string }

const times = 'Times are unix seconds.'
const amounts = 'Amounts are quota: the option QuotaPerUnit (500000 by default) is one dollar.'
const logTypes = 'type: 1 top-up, 2 call, 3 administration, 4 system, 5 failed or refused call.'

/** The tools of agents. Uploads, files, sign-in and the caller's own account are left to people. */
export const tools: Readonly<Record<string, Tool>> = {
  my_account: { endpoint: userApi.self, hint: amounts },
  my_tokens: { endpoint: tokenApi.list, hint: `${times} ${amounts}` },
  my_usage: { endpoint: logApi.self, hint: `${logTypes} ${times} ${amounts}` },
  my_usage_sums: { endpoint: logApi.selfStat, hint: `${logTypes} ${times} ${amounts}` },
  my_usage_by_model: { endpoint: dashboardApi.self, hint: `${times} ${amounts}` },
  my_tasks: { endpoint: taskApi.self },
  my_drawings: { endpoint: drawingApi.self },
  my_orders: { endpoint: paymentApi.own },
  my_models: { endpoint: catalogueApi.ownModels },
  prices: { endpoint: pricingApi.list },

  overview: {
    endpoint: overviewApi.overview,
    hint: `What needs attention now. ${times} ${amounts}`,
  },
  failing_channels: {
    endpoint: channelAttemptApi.failing,
    hint: 'Begin here to find out what is wrong. The reasons are in channel_attempts and in usage with type 5.',
  },
  channels: {
    endpoint: channelApi.search,
    hint: 'health=failed lists the failing ones; failure_reason and other_info say why. status: 1 enabled, 2 disabled by hand, 3 disabled automatically.',
  },
  channel: { endpoint: channelApi.get },
  channel_attempts: {
    endpoint: channelAttemptApi.list,
    hint: 'outcome is "ok" or what kind of failure it was. ids: numbers with commas between them.',
  },
  channel_history: { endpoint: channelApi.history, hint: 'Who changed what, and when.' },
  running_calls: { endpoint: liveCallsApi.list },
  usage: {
    endpoint: logApi.list,
    hint: `${logTypes} The member other is JSON: a failed call names its error, and admin_info the channels that were tried and the reason. ${times} ${amounts}`,
  },
  usage_sums: { endpoint: logApi.stat, hint: `${logTypes} ${times} ${amounts}` },
  usage_by_model: { endpoint: dashboardApi.all, hint: `${times} ${amounts}` },
  usage_summary: { endpoint: dashboardApi.summary, hint: `${times} ${amounts}` },
  top_users: { endpoint: dashboardApi.users, hint: `${times} ${amounts}` },
  top_channels: { endpoint: dashboardApi.channels, hint: `${times} ${amounts}` },
  users: { endpoint: userAdminApi.search, hint: amounts },
  user: { endpoint: userAdminApi.get, hint: amounts },
  user_ledger: { endpoint: userAdminApi.ledger, hint: amounts },
  redemption_codes: { endpoint: redemptionApi.list, hint: amounts },
  orders: { endpoint: paymentApi.all },
  tasks: { endpoint: taskApi.list },
  drawings: { endpoint: drawingApi.list },
  groups: { endpoint: catalogueApi.groups },
  options: { endpoint: optionApi.list },
  option_history: { endpoint: optionApi.history },

  create_token: { endpoint: tokenApi.create, hint: amounts },
  update_token: { endpoint: tokenApi.update, hint: amounts },
  delete_token: { endpoint: tokenApi.remove },
  test_channel: { endpoint: channelApi.test, hint: 'Costs a few Tokens at the provider.' },
  update_channel: { endpoint: channelApi.update, hint: 'Send id and only the members to change. Can be undone.' },
  change_channels: { endpoint: channelApi.changeMany, hint: 'status: 1 enables, 2 disables. Can be undone.' },
  undo_channel_change: { endpoint: channelApi.undo },
  cancel_call: { endpoint: liveCallsApi.cancel },
  manage_user: { endpoint: userAdminApi.manage },
  create_redemption_codes: { endpoint: redemptionApi.create, hint: amounts },
  change_option: { endpoint: optionApi.update },
}
