import type { FailureKind } from '@turnpike/contract/routing/channel-attempts'
import { dictionary } from '../../lib/text/text.ts'

type Counts = { ok: number; total: number }

const kindsEn = {
  bad_key: 'key refused',
  no_balance: 'no balance',
  no_permission: 'no permission',
  no_model: 'model unknown',
  rate_limited: 'rate limited',
  overloaded: 'overloaded',
  timeout: 'timed out',
  network: 'no connection',
  bad_request: 'request refused',
  content_refused: 'content refused',
  too_long: 'request too long',
  bad_response: 'unreadable response',
  unsupported: 'not supported',
} satisfies Record<FailureKind, string>

const kindsZh: Record<FailureKind, string> = {
  bad_key: '密钥无效',
  no_balance: '余额不足',
  no_permission: '没有权限',
  no_model: '没有该模型',
  rate_limited: '限流',
  overloaded: '上游过载',
  timeout: '超时',
  network: '连接失败',
  bad_request: '请求被拒绝',
  content_refused: '内容被拒绝',
  too_long: '请求过长',
  bad_response: '响应无法识别',
  unsupported: '不支持',
}

export const callTicksText = dictionary({
  en: {
    ...kindsEn,
    lastCalls: 'Last calls',
    none: 'No calls yet',
    succeeded: ({ ok, total }: Counts) =>
      total === 1
        ? `The last call ${ok === 1 ? 'succeeded' : 'did not succeed'}`
        : `${ok} of the last ${total} calls succeeded`,
    refused: ({ count }: { count: number }) => `${count} refused for the request itself`,
    lastFailure: ({ time, kind }: { time: string; kind: string }) => `last failure ${time}: ${kind}`,
    and: '; ',
    ok: 'succeeded',
    http: ({ status }: { status: number }) => `HTTP ${status}`,
    moreFailures: ({ count }: { count: number }) => (count === 1 ? '1 more failure' : `${count} more failures`),
  },
  zh: {
    ...kindsZh,
    lastCalls: '最近调用',
    none: '还没有调用',
    succeeded: ({ ok, total }) => `最近 ${total} 次调用中 ${ok} 次成功`,
    refused: ({ count }) => `${count} 次因请求本身被拒绝`,
    lastFailure: ({ time, kind }) => `最近一次失败于${time}：${kind}`,
    and: '；',
    ok: '成功',
    http: ({ status }) => `HTTP ${status}`,
    moreFailures: ({ count }) => `另有 ${count} 次失败`,
  },
})
