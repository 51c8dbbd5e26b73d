import type { FailureKind } from '@turnpike/contract/routing/channel-attempts'
import { dictionary } from '../../lib/text/text.ts'

type Counts = { ok: number; total: number }

/** Why an attempt failed. */
export const failureKindWords = {
  bad_key: ['key refused', '密钥无效'],
  no_balance: ['no balance', '余额不足'],
  no_permission: ['no permission', '没有权限'],
  no_model: ['model unknown', '没有该模型'],
  rate_limited: ['rate limited', '限流'],
  overloaded: ['overloaded', '服务商过载'],
  timeout: ['timed out', '超时'],
  network: ['no connection', '连接失败'],
  bad_request: ['request refused', '请求被拒绝'],
  content_refused: ['content refused', '内容被拒绝'],
  too_long: ['request too long', '请求过长'],
  bad_response: ['unreadable response', '响应无法识别'],
  unsupported: ['not supported', '不支持'],
} as const satisfies Record<FailureKind, readonly [en: string, zh: string]>

export const callTicksText = dictionary({
  ...failureKindWords,
  lastCalls: ['Last requests', '最近请求'],
  none: ['No requests yet', '还没有请求'],
  succeeded: [
    ({ ok, total }: Counts) =>
      total === 1
        ? `The last request ${ok === 1 ? 'succeeded' : 'did not succeed'}`
        : `${ok} of the last ${total} requests succeeded`,
    ({ ok, total }) => `最近 ${total} 次请求中 ${ok} 次成功`,
  ],
  refused: ['{count} refused for the request itself', '{count} 次因请求本身被拒绝'],
  lastFailure: ['last failure {time}: {kind}', '最近一次失败于{time}：{kind}'],
  and: ['; ', '；'],
  ok: ['succeeded', '成功'],
  http: ['HTTP {status}', 'HTTP {status}'],
  moreFailures: ['{count more failure}', '另有 {count} 次失败'],
})
