import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { after, before, describe, test } from 'node:test'
import { userApi } from '@turnpike/contract/identity/user'
import { databaseKindsOfRun } from '../../../../test/harness/databases.ts'
import { eventually } from '../../../../test/harness/eventually.ts'
import { givenPassword, saveOptions, useServers } from '../../../../test/harness/harness.ts'

/** A verifier whose response the test sets. It records its requests. */
let verdict: { status: number; body: string } | 'hang up'
const sent: URLSearchParams[] = []
const verifier = createServer(async (request, response) => {
  sent.push(new URLSearchParams((await request.toArray()).join('')))
  if (verdict === 'hang up') request.socket.destroy()
  else response.writeHead(verdict.status).end(verdict.body)
}).listen(0, '127.0.0.1')
await once(verifier, 'listening')
after(() => verifier.close())
const verifierUrl = `http://127.0.0.1:${(verifier.address() as AddressInfo).port}/siteverify`

const says = (response: object, status = 200) => {
  verdict = { status, body: JSON.stringify(response) }
}

for (const kind of databaseKindsOfRun)
  describe(`the bot check on ${kind}`, () => {
    const servers = useServers(kind, { server: { TURNSTILE_VERIFY_URL: verifierUrl, LOG_LEVEL: 'info' } })
    const signIn = async (turnstile?: string) => {
      const { response } = await servers.server.client().call(userApi.login, {
        query: turnstile === undefined ? {} : { turnstile },
        body: { username: 'lin', password: givenPassword },
      })
      return response.success ? 'signed in' : response.code
    }
    before(async () => {
      const { deps, given, client } = servers.server
      await given.user({ username: 'lin' })
      assert.equal(await signIn(), 'signed in', 'while it is off the verifier gets no request')
      assert.deepEqual(sent, [])
      await saveOptions(deps.store, deps.vault, {
        TurnstileCheckEnabled: 'true',
        TurnstileSiteKey: 'site',
        TurnstileSecretKey: 'the-verifier-secret',
        ServerAddress: 'https://turnpike.example:8443/console',
      })
      const isOn = async () =>
        ((await (await client().fetch('/api/status')).json()) as { data: { turnstile_check: boolean } }).data
          .turnstile_check
      await eventually('the check is on', isOn)
    })
    after(() => sent.splice(0))

    test('a solved check lets the sign-in through, and the verifier hears secret, token and address', async () => {
      says({ success: true, hostname: 'turnpike.example' })
      assert.equal(await signIn('solved'), 'signed in')
      assert.deepEqual(Object.fromEntries(sent.at(-1) ?? []), {
        secret: 'the-verifier-secret',
        response: 'solved',
        remoteip: '127.0.0.1',
      })
    })

    test('every call is verified anew: a solved check is not remembered', async () => {
      const before = sent.length
      says({ success: true, hostname: 'turnpike.example' })
      await signIn('one')
      await signIn('two')
      says({ success: false })
      assert.equal(await signIn('one'), 'bot_check_failed')
      assert.equal(sent.length, before + 3)
    })

    test('without a token the verifier gets no request and nothing is checked', async () => {
      const before = sent.length
      says({ success: true, hostname: 'turnpike.example' })
      assert.equal(await signIn(), 'bot_check_missing')
      assert.equal(await signIn(''), 'bot_check_missing')
      assert.equal(sent.length, before)
    })

    test('a token solved for another site is refused, and so is one that does not say for which', async () => {
      for (const response of [
        { success: true, hostname: 'evil.example' },
        { success: true, hostname: '' },
        { success: true },
      ]) {
        says(response)
        assert.equal(await signIn('solved'), 'bot_check_failed')
      }
    })

    test('a verifier that says no, fails, or makes no sense means no', async () => {
      const hostname = 'turnpike.example'
      says({ success: false, hostname, 'error-codes': ['timeout-or-duplicate'] })
      assert.equal(await signIn('used'), 'bot_check_failed')
      says({ success: true, hostname }, 500)
      assert.equal(await signIn('solved'), 'bot_check_failed')
      for (const body of ['', 'true', '{"success":"true","hostname":"turnpike.example"}', '<html>', '[]', 'null']) {
        verdict = { status: 200, body }
        assert.equal(await signIn('solved'), 'bot_check_failed', body)
      }
    })

    test('a verifier that is down means no, and somebody is told', async () => {
      verdict = 'hang up'
      servers.server.lines.splice(0)
      assert.equal(await signIn('solved'), 'bot_check_failed')
      const line = servers.server.lines.find((one) => one.includes('bot check unreachable')) ?? ''
      assert.equal(JSON.parse(line).level, 'error')
      assert.doesNotMatch(line, /the-verifier-secret|solved/)
    })
  })
