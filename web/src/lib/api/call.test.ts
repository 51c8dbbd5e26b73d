import assert from 'node:assert/strict'
import { beforeEach, test } from 'node:test'
import { userApi } from '@turnpike/contract/identity/user'
import { paymentApi } from '@turnpike/contract/money/payment'
import { logApi } from '@turnpike/contract/usage/log'
import { fakeBrowser } from '../browser/fake-browser.ts'

fakeBrowser({ i18nextLng: 'en' })
const { call, callPayment, CallError, download } = await import('./call.ts')
const { language } = await import('../browser/preferences.ts')
const { enterOrg, leaveOrg, lostOrg, org, rememberOrg } = await import('../session/org-context.ts')
const { session, sessionEnd } = await import('../session/session.ts')

const user = { id: 7, username: 'lin', display_name: 'Lin', role: 1, status: 1, group: 'default' }

let sent: Request | undefined
const response = (body: string, status: number, headers: Record<string, string> = {}) => {
  globalThis.fetch = async (url, init) => {
    sent = new Request(new URL(String(url), 'http://localhost'), init)
    return new Response(body, { status, headers })
  }
}
const failure = async () => {
  const error = await call(userApi.self).then(
    () => undefined,
    (reason: unknown) => reason,
  )
  assert.ok(error instanceof CallError)
  return error
}

beforeEach(() => {
  language.set('en')
  session.set(user)
  leaveOrg()
})

test('a response gives its data, and the request names the caller and the language', async () => {
  response('{"success":true,"message":"","data":{"id":7}}', 200)
  assert.deepEqual(await call(userApi.self), { id: 7 })
  assert.equal(sent?.headers.get('New-Api-User'), '7')
  assert.equal(sent?.headers.get('Accept-Language'), 'en')
})

test('nobody is signed in as minus one', async () => {
  session.set(undefined)
  response('{"success":true,"message":"","data":null}', 200)
  await call(userApi.self)
  assert.equal(sent?.headers.get('New-Api-User'), '-1')
})

test('a refusal with a known code is told in the language of the reader', async () => {
  response('{"success":false,"message":"请求过于频繁","code":"too_many_requests","params":{"seconds":12}}', 429)
  assert.equal((await failure()).message, 'Too many requests. Try again in 12 s')
  language.set('zh')
  assert.equal((await failure()).message, '请求过于频繁，12 秒后再试')
})

test('a refusal with a code newer than this page keeps the words of the server', async () => {
  response('{"success":false,"message":"Something new","code":"not_in_the_catalogue"}', 200)
  const error = await failure()
  assert.equal(error.message, 'Something new')
  assert.equal(error.status, 200)
})

test('a status without words of its own is explained, and the request id is kept', async () => {
  response('<html>busy</html>', 429, { 'X-Oneapi-Request-Id': 'abc' })
  const error = await failure()
  assert.equal(error.message, 'Too many requests, try again later')
  assert.equal(error.requestId, 'abc')
  response('', 418)
  assert.equal((await failure()).message, 'The server responded with status 418')
})

test('a server that cannot be reached is status zero', async () => {
  globalThis.fetch = () => Promise.reject(new TypeError('failed'))
  const error = await failure()
  assert.equal(error.status, 0)
  assert.equal(error.message, 'Unable to connect to server')
})

test('a 401 ends the session as expired; other refusals do not', async () => {
  response('{"success":false,"message":"","code":"invalid_parameter"}', 200)
  await failure()
  assert.equal(session.get()?.id, 7)
  response('{"success":false,"message":"","code":"session_expired"}', 401)
  await failure()
  assert.equal(session.get(), undefined)
  assert.equal(sessionEnd(), 'expired')
})

test('a file is handed over unread, and a refusal in its place is an error', async () => {
  const query = { p: 1, page_size: 1, format: 'csv' as const }
  response('time,type', 200, { 'Content-Type': 'text/csv; charset=utf-8' })
  assert.equal(await (await download(logApi.selfExport, { query })).text(), 'time,type')
  assert.equal(sent?.headers.get('New-Api-User'), '7')
  assert.equal(new URL(sent?.url ?? '').search, '?p=1&page_size=1&format=csv')
  response('{"success":false,"message":"","code":"log_span_long"}', 200, { 'Content-Type': 'application/json' })
  await assert.rejects(download(logApi.selfExport, { query }), CallError)
  response('<html>busy</html>', 502, { 'Content-Type': 'text/html' })
  await assert.rejects(download(logApi.selfExport, { query }), CallError)
})

test('the endpoints of payments say success or error in their message', async () => {
  const quote = () => callPayment(paymentApi.amount, { body: { amount: 10 } })
  response('{"message":"success","data":"73.00"}', 200)
  assert.equal((await quote()).data, '73.00')
  response('{"message":"error","data":"The top-up amount cannot be below 2"}', 200)
  await assert.rejects(quote, { message: 'The top-up amount cannot be below 2', status: 200 })
  response('{"success":false,"message":"请求过于频繁","code":"too_many_requests","params":{"seconds":12}}', 429)
  await assert.rejects(quote, { message: 'Too many requests. Try again in 12 s', status: 429 })
})

const emptyPage = '{"success":true,"message":"","data":{"items":[],"total":0}}'
const refusedOrg = '{"success":false,"message":"","code":"org_missing"}'
const listLogs = () => call(logApi.self, { query: { p: 1, page_size: 1 } })

test('in an organisation, calls that can act for one name it, files too, and no others', async () => {
  enterOrg(31)
  response(emptyPage, 200)
  await listLogs()
  assert.equal(sent?.headers.get('X-Turnpike-Org'), '31')
  await download(logApi.selfExport, { query: { p: 1, page_size: 1, format: 'csv' } })
  assert.equal(sent?.headers.get('X-Turnpike-Org'), '31')
  await call(userApi.self)
  assert.equal(sent?.headers.get('X-Turnpike-Org'), null)
  leaveOrg()
  await listLogs()
  assert.equal(sent?.headers.get('X-Turnpike-Org'), null)
})

test('who was removed from the organisation acts for themselves again, and is told its name', async () => {
  enterOrg(31)
  rememberOrg({ id: 31, name: 'Acme', role: 'member' })
  response(refusedOrg, 200)
  await assert.rejects(listLogs(), CallError)
  assert.equal(org.get(), undefined)
  assert.deepEqual(lostOrg.get(), { name: 'Acme' })
})

test('a refusal for the organisation of before does not leave the one of now', async () => {
  enterOrg(31)
  response(refusedOrg, 200)
  const late = listLogs()
  enterOrg(32)
  await assert.rejects(late, CallError)
  assert.equal(org.get(), 32)
})
