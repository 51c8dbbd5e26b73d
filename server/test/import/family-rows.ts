import { hashSync } from 'bcryptjs'
import { planRows, planTopUp } from './family-plans.ts'
import type { GivenRow } from './family-schema.ts'

export const adaPassword = 'password-ada'
export const rootPassword = 'password-root'
export const adaKey = 'AdaKey0123456789abcdefghijklmnopqrstuvwxyzABCDEF'
export const accessToken = '0123456789abcdef0123456789abcdef'
export const unusedCode = '11111111111111111111111111111111'
export const firstLogTime = 1_760_000_000
const longKey = 'k'.repeat(5000)

const hashed = (password: string) => hashSync(password, 4)
const user = (id: number, username: string | null, more: GivenRow = {}): GivenRow => ({
  id,
  username,
  password: hashed(`password-${username}`),
  display_name: username,
  role: 1,
  status: 1,
  email: '',
  quota: 0,
  used_quota: 0,
  request_count: 0,
  group: 'default',
  aff_code: `aff${id}`,
  inviter_id: 0,
  ...more,
})
const token = (id: number, user_id: number, key: string | null, more: GivenRow = {}): GivenRow => ({
  id,
  user_id,
  key,
  status: 1,
  name: `token ${id}`,
  created_time: firstLogTime,
  expired_time: -1,
  remain_quota: 0,
  used_quota: 0,
  unlimited_quota: true,
  ...more,
})
const channel = (id: number, name: string, more: GivenRow = {}): GivenRow => ({
  id,
  name,
  type: 1,
  key: `sk-upstream-${id}`,
  status: 1,
  models: 'gpt-4o,my-model,fixed-model',
  group: 'default,vip',
  priority: 0,
  weight: 0,
  created_time: firstLogTime,
  used_quota: 0,
  auto_ban: 1,
  ...more,
})

/**
 * What an old installation may hold: ordinary rows, and rows that no form would have let through. Columns that a version does
 * not have are left out when the rows are written.
 */
export const familyRows = (upstream: string): Record<string, GivenRow[]> => ({
  users: [
    user(1, 'root', { role: 100, password: hashed(rootPassword), quota: 7_000_000 }),
    user(2, 'ada', {
      password: hashed(adaPassword),
      quota: 1_000_000,
      used_quota: 123_456,
      request_count: 77,
      email: 'Ada@Example.com',
      access_token: accessToken,
      inviter_id: 1,
      aff_quota: 500,
      aff_count: 2,
      aff_history: 900,
      wechat_id: 'wechat-ada',
      oidc_id: 'subject-ada',
      setting: '{"notify_type":"email","billing_preference":"wallet_first"}',
    }),
    user(3, 'debtor', { quota: -250, used_quota: 999, role: 10 }),
    user(4, 'rich', { quota: 9_223_372_036_854_775_807n }),
    user(5, 'ADA', { quota: 10, email: 'ada@example.com', aff_code: '' }),
    user(6, '🦊 fox', { quota: 20, display_name: '狐狸'.repeat(20), group: 'vip', github_id: '583231' }),
    { id: 7, username: null, password: 'not a hash', quota: 30 },
    user(8, 'gone', { quota: 40, status: 3, deleted_at: '2025-01-01 00:00:00' }),
    user(9, 'banned', { status: 2, role: 5, github_id: 'octocat' }),
  ],
  tokens: [
    token(1, 2, adaKey, { used_quota: 4000 }),
    token(2, 6, 'FoxKey0123456789abcdefghijklmnopqrstuvwxyz', {
      unlimited_quota: false,
      remain_quota: 5000,
      models: 'my-model',
      model_limits: 'my-model',
      model_limits_enabled: true,
      subnet: '10.0.0.0/8',
      allow_ips: '10.0.0.0/8',
      name: '一二三四五六七八九十'.repeat(5),
    }),
    token(3, 999, 'OrphanKey0123456789'),
    token(4, 2, longKey),
    { id: 5, user_id: 2, key: 'BareKey0123456789' },
    token(6, 2, adaKey),
    token(7, 2, 'LooseKey0123456789', { allow_ips: 'anywhere', subnet: 'anywhere', status: 9 }),
    token(8, 8, 'GoneKey0123456789'),
  ],
  channels: [
    channel(1, 'main', { base_url: upstream, used_quota: 5_000, tag: 'one' }),
    channel(2, 'several keys', {
      type: 1,
      base_url: upstream,
      key: 'sk-one\nsk-two\n\nsk-two\nsk-three',
      channel_info: '{"is_multi_key":true,"multi_key_mode":"polling","multi_key_status_list":{"4":2}}',
      status: 2,
    }),
    channel(3, 'unknown', { type: 999 }),
    channel(4, 'bad setting', { setting: '{not json', base_url: upstream, status: 2, priority: null, weight: null }),
    channel(5, 'bad mapping', { model_mapping: 'gpt-4o=other', base_url: upstream }),
    channel(6, 'no models', { models: '' }),
    channel(7, '🧪 emoji', {
      models: 'only-here',
      group: null,
      base_url: upstream,
      auto_ban: null,
      balance: 1.5,
      status: 3,
    }),
    channel(11, 'routes', {
      type: 58,
      settings: `{"advanced_custom":{"advanced_routes":[{"incoming_path":"/v1/messages","upstream_path":"${upstream}/anthropic/v1/messages"}]}}`,
    }),
    channel(12, 'routes to two hosts', {
      type: 58,
      base_url: upstream,
      settings: `{"advanced_custom":{"advanced_routes":[{"incoming_path":"/v1/messages","upstream_path":"https://other.example/v1/messages"}]}}`,
    }),
    channel(9, 'a bot', { type: 49 }),
    channel(10, 'another gateway', { type: 60, base_url: `${upstream}/new-api` }),
    channel(8, 'behind a proxy', {
      base_url: upstream,
      setting: '{"force_format":true,"proxy":"socks5://ada:proxy-geheim@10.0.0.1:1080"}',
    }),
    channel(13, 'behind no proxy', { base_url: upstream, setting: '{"force_format":true,"proxy":"10.0.0.1:1080"}' }),
  ],
  abilities: ['default', 'vip'].flatMap((group) =>
    ['gpt-4o', 'my-model', 'fixed-model'].map((model) => ({ group, model, channel_id: 1, enabled: true, priority: 0 })),
  ),
  options: [
    { key: 'ModelRatio', value: '{"gpt-4o":1.25,"my-model":2,"cheap":0.0000001,"bad":-1}' },
    { key: 'ModelPrice', value: '{"fixed-model":0.02}' },
    { key: 'CompletionRatio', value: '{"my-model":3}' },
    { key: 'GroupRatio', value: '{"default":1,"vip":0.5}' },
    { key: 'RetryTimes', value: '2' },
    { key: 'SystemName', value: 'Old gateway' },
    { key: 'SMTPToken', value: 'mail-secret-1' },
    { key: 'GitHubOAuthEnabled', value: 'true' },
    { key: 'SomethingNew', value: 'x' },
    { key: 'oidc.well_known', value: 'https://id.example.com/.well-known/openid-configuration' },
    { key: 'Chats', value: '[broken' },
  ],
  redemptions: [
    { id: 1, user_id: 1, key: unusedCode, status: 1, name: 'gift', quota: 300, created_time: firstLogTime },
    {
      id: 2,
      user_id: 1,
      key: '2'.repeat(32),
      status: 3,
      name: 'used',
      quota: 400,
      used_user_id: 2,
      created_time: firstLogTime,
    },
    {
      id: 3,
      user_id: 1,
      key: '3'.repeat(32),
      status: 3,
      name: 'used by nobody',
      quota: 500,
      used_user_id: 888,
      created_time: 1,
    },
    { id: 4, user_id: 1, key: '4'.repeat(32), status: 1, name: 'nothing', quota: 0, created_time: 1 },
  ],
  logs: [
    logRow(1, firstLogTime - 86_400, { quota: 1 }),
    logRow(2, firstLogTime, { quota: 20, other: '{"model_ratio":2}' }),
    logRow(3, firstLogTime + 60, { quota: 30, other: 'broken' }),
    logRow(4, firstLogTime + 70, { type: 4, content: 'note' }),
    logRow(5, firstLogTime + 80, { user_id: 999 }),
    logRow(6, firstLogTime + 90, { type: 6, quota: 15 }),
  ],
  two_fas: [{ id: 1, user_id: 2, secret: 'second-factor-secret' }],
  top_ups: [
    { id: 1, user_id: 2, amount: 2, money: 14.6, trade_no: 'T1', create_time: 1, status: 'success' },
    { id: 2, user_id: 2, amount: 3, money: 21.9, trade_no: 'T2', create_time: 2, status: 'pending' },
    planTopUp,
  ],
  ...planRows,
  tasks: [
    taskRow(1, { status: 'SUCCESS', quota: 60, properties: '{"input":"a song"}', data: '[{"id":"x"}]' }),
    taskRow(2, { status: 'IN_PROGRESS' }),
  ],
  midjourneys: [
    {
      ...taskRow(1, { status: 'SUCCESS', quota: 70 }),
      mj_id: 'mj-1',
      action: 'IMAGINE',
      prompt: 'a fox',
      buttons: '[]',
      code: 1,
    },
    {
      ...taskRow(2, { status: 'FAILURE', quota: 80 }),
      mj_id: 'mj-2',
      action: 'IMAGINE',
      prompt: 'no fox',
      buttons: '{',
      code: 1,
    },
  ],
  quota_data: [
    {
      id: 1,
      user_id: 2,
      username: 'ada',
      model_name: 'my-model',
      created_at: 1_759_000_000,
      token_used: 9,
      count: 3,
      quota: 99,
    },
    {
      id: 2,
      user_id: 2,
      username: 'ada',
      model_name: 'my-model',
      created_at: firstLogTime + 3600,
      token_used: 9,
      count: 3,
      quota: 99,
    },
  ],
})

function logRow(id: number, created_at: number, more: GivenRow): GivenRow {
  return {
    id,
    user_id: 2,
    created_at,
    type: 2,
    content: '',
    username: 'ada',
    token_name: 'token 1',
    model_name: 'my-model',
    quota: 0,
    prompt_tokens: 5,
    completion_tokens: 6,
    channel_id: 1,
    token_id: 1,
    group: 'default',
    other: '',
    ...more,
  }
}

function taskRow(id: number, more: GivenRow): GivenRow {
  const times = { created_at: 1000, updated_at: 2000, submit_time: 1000, start_time: 1001, finish_time: 2000 }
  return {
    id,
    user_id: 2,
    channel_id: 1,
    quota: 0,
    platform: 'suno',
    action: 'MUSIC',
    task_id: `task-${id}`,
    progress: '100%',
    ...times,
    ...more,
  }
}
