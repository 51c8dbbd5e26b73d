import assert from 'node:assert/strict'
import type { OptionKey } from '@turnpike/contract/options'
import { findUserDrift } from '../../src/domain/money/wallet/verify/verify.queries.ts'
import type { TestServer } from './harness.ts'
import { saveOptions } from './harness.ts'

export const password = 'password-1'

export async function setOptions({ deps }: TestServer, changes: Partial<Record<OptionKey, string>>) {
  await saveOptions(deps.store, deps.vault, changes)
  await deps.reload()
}
export const post = async (server: TestServer, path: string, body: unknown, headers: Record<string, string> = {}) => {
  const init = {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify(body),
  }
  const response = await fetch(server.url + path, init)
  const result = (await response.json()) as { success: boolean; code?: string; message: string; data?: unknown }
  return { status: response.status, headers: response.headers, ...result }
}
export const register = (server: TestServer, form: Record<string, unknown>, headers?: Record<string, string>) =>
  post(server, '/api/user/register?turnstile=', { password, password2: password, ...form }, headers)
export const codeOf = async (server: TestServer, form: Record<string, unknown>) => (await register(server, form)).code
export const rowOf = ({ deps }: TestServer, username: string) =>
  deps.store.selectFrom('users').selectAll().where('username', '=', username).executeTakeFirstOrThrow()
export const logsOf = ({ deps }: TestServer, username: string) =>
  deps.store
    .selectFrom('logs')
    .select(['type', 'content', 'other'])
    .where('username', '=', username)
    .orderBy('id')
    .execute()
export async function assertBooksBalance({ deps }: TestServer) {
  for (const { id, posted, quota, affiliate, aff_quota } of await findUserDrift(deps.store))
    assert.deepEqual([quota, aff_quota], [posted, affiliate], `user ${id}`)
}
export const requestCode = async (server: TestServer, email: string, headers: Record<string, string> = {}) => {
  const response = await fetch(`${server.url}/api/verification?${new URLSearchParams({ email })}`, { headers })
  return (await response.json()) as { success: boolean; code?: string }
}
export const digitsIn = (text: string) => /\b\d{6}\b/.exec(text)?.[0] ?? ''
