/** Servers of the family whose databases can be imported, by the columns that their versions have. */
export const versions = ['one-api 0.5', 'one-api 0.6', 'new-api 0.4', 'new-api 0.8', 'new-api current'] as const
export type Version = (typeof versions)[number]

export type Value = string | number | bigint | boolean | null
export type GivenRow = Record<string, Value>

export type ColumnType = 'id' | 'whole' | 'text' | 'name' | 'flag' | 'decimal' | 'time' | 'json'
export type Schema = Record<string, Record<string, ColumnType>>

const columns = (type: ColumnType, names: string): Record<string, ColumnType> =>
  Object.fromEntries(names.split(' ').map((name) => [name, type]))

const oneApi05: Schema = {
  users: {
    id: 'id',
    ...columns('name', 'username password display_name email github_id wechat_id access_token group aff_code'),
    ...columns('whole', 'role status quota used_quota request_count inviter_id'),
  },
  tokens: {
    id: 'id',
    ...columns('text', 'key'),
    ...columns('name', 'name'),
    ...columns('whole', 'user_id status created_time accessed_time expired_time remain_quota used_quota'),
    unlimited_quota: 'flag',
  },
  channels: {
    id: 'id',
    ...columns('text', 'key base_url other models group model_mapping'),
    name: 'name',
    ...columns(
      'whole',
      'type status weight created_time test_time response_time balance_updated_time used_quota priority',
    ),
    balance: 'decimal',
  },
  abilities: { ...columns('name', 'group model'), channel_id: 'whole', enabled: 'flag', priority: 'whole' },
  options: { key: 'name', value: 'text' },
  redemptions: {
    id: 'id',
    ...columns('name', 'key name'),
    ...columns('whole', 'user_id status quota created_time redeemed_time'),
  },
  logs: {
    id: 'id',
    ...columns('whole', 'user_id created_at type quota prompt_tokens completion_tokens channel_id'),
    content: 'text',
    ...columns('name', 'username token_name model_name'),
  },
}

const oneApi06 = added(oneApi05, {
  users: columns('name', 'lark_id oidc_id'),
  tokens: columns('text', 'models subnet'),
  channels: columns('text', 'config system_prompt'),
  logs: { request_id: 'name', elapsed_time: 'whole', is_stream: 'flag', system_prompt_reset: 'flag' },
})

const newApi04 = added(oneApi05, {
  users: {
    ...columns('name', 'telegram_id linux_do_id'),
    ...columns('whole', 'aff_count aff_quota aff_history'),
    deleted_at: 'time',
  },
  tokens: {
    ...columns('text', 'model_limits allow_ips'),
    group: 'name',
    model_limits_enabled: 'flag',
    deleted_at: 'time',
  },
  channels: {
    ...columns('text', 'openai_organization test_model status_code_mapping other_info'),
    auto_ban: 'whole',
    tag: 'name',
    setting: 'text',
  },
  redemptions: { used_user_id: 'whole', deleted_at: 'time' },
  logs: { use_time: 'whole', is_stream: 'flag', token_id: 'whole', group: 'name', other: 'text' },
  top_ups: {
    id: 'id',
    ...columns('whole', 'user_id amount create_time'),
    money: 'decimal',
    ...columns('name', 'trade_no status'),
  },
  tasks: {
    id: 'id',
    ...columns('whole', 'created_at updated_at user_id channel_id quota submit_time start_time finish_time'),
    ...columns('name', 'task_id platform action status progress'),
    fail_reason: 'text',
    ...columns('json', 'properties data'),
  },
  midjourneys: {
    id: 'id',
    ...columns('whole', 'code user_id submit_time start_time finish_time channel_id quota'),
    ...columns('name', 'action mj_id status progress state'),
    ...columns('text', 'prompt prompt_en description image_url fail_reason buttons properties'),
  },
  quota_data: {
    id: 'id',
    ...columns('whole', 'user_id created_at token_used count quota'),
    ...columns('name', 'username model_name'),
  },
})

const newApi08 = added(newApi04, {
  users: { oidc_id: 'name', setting: 'text', stripe_customer: 'name', remark: 'name' },
  channels: columns('text', 'param_override remark'),
  redemptions: { expired_time: 'whole' },
  top_ups: { payment_method: 'name', complete_time: 'whole' },
})

const newApiCurrent = added(newApi08, {
  users: { ...columns('name', 'discord_id'), ...columns('whole', 'created_at last_login_at') },
  channels: { channel_info: 'json', settings: 'text', header_override: 'text' },
  logs: columns('name', 'ip request_id'),
  two_fas: { id: 'id', user_id: 'whole', secret: 'name' },
  subscription_plans: {
    id: 'id',
    ...columns('name', 'title subtitle currency duration_unit quota_reset_period upgrade_group downgrade_group'),
    ...columns('name', 'stripe_price_id creem_product_id waffo_pancake_product_id'),
    ...columns('whole', 'duration_value custom_seconds sort_order max_purchase_per_user total_amount'),
    ...columns('whole', 'quota_reset_custom_seconds created_at updated_at'),
    ...columns('flag', 'enabled allow_balance_pay allow_wallet_overflow'),
    price_amount: 'decimal',
  },
  user_subscriptions: {
    id: 'id',
    ...columns('whole', 'user_id plan_id amount_total amount_used start_time end_time last_reset_time next_reset_time'),
    ...columns('whole', 'created_at updated_at'),
    ...columns('name', 'status source upgrade_group prev_user_group downgrade_group'),
    allow_wallet_overflow: 'flag',
  },
  subscription_orders: {
    id: 'id',
    ...columns('whole', 'user_id plan_id create_time complete_time'),
    ...columns('name', 'trade_no payment_method payment_provider status'),
    money: 'decimal',
    provider_payload: 'text',
  },
})

export const schemas: Record<Version, Schema> = {
  'one-api 0.5': oneApi05,
  'one-api 0.6': oneApi06,
  'new-api 0.4': newApi04,
  'new-api 0.8': newApi08,
  'new-api current': newApiCurrent,
}

function added(before: Schema, more: Schema): Schema {
  const tables = new Set([...Object.keys(before), ...Object.keys(more)])
  return Object.fromEntries([...tables].map((table) => [table, { ...before[table], ...more[table] }]))
}
