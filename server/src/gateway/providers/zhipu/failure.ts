import type { UpstreamFailure } from '../../forms/failure.ts'
import { type FailureTable, failureOf, withKnownCode } from '../../translate/response/failure-of.ts'

// https://docs.bigmodel.cn/cn/api/api-code, 2026-11-18
export const zhipuFailures: FailureTable = {
  1000: 'bad_key',
  1001: 'bad_key',
  1002: 'bad_key',
  1003: 'bad_key',
  1004: 'bad_key',
  1005: 'bad_key',
  // The account is locked or not active.
  1110: 'bad_key',
  1111: 'bad_key',
  1112: 'bad_key',
  1113: 'no_balance',
  1120: 'overloaded',
  1121: 'bad_key',
  1210: 'bad_request',
  1211: 'no_model',
  1212: 'bad_request',
  1213: 'bad_request',
  1214: 'bad_request',
  1215: 'bad_request',
  1220: 'no_permission',
  // The model's API is offline or does not exist.
  1221: 'no_model',
  1222: 'no_model',
  1234: 'overloaded',
  1261: 'too_long',
  1300: 'content_refused',
  1301: 'content_refused',
  1302: 'rate_limited',
  1303: 'rate_limited',
  1304: 'rate_limited',
  1305: 'overloaded',
  // A subscription has used up its quota for a period, has ended, or lacks the model.
  1308: 'rate_limited',
  1309: 'no_balance',
  1310: 'rate_limited',
  1311: 'no_permission',
  1312: 'overloaded',
  1313: 'rate_limited',
}

export const zhipuFailure = (
  status: number,
  body: unknown,
  headers: Readonly<Record<string, string>> = {},
): UpstreamFailure => withKnownCode(failureOf(status, body, headers, zhipuFailures))
