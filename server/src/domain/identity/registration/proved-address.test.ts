import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { codeOf, digitsIn, register, requestCode, rowOf, setOptions } from '../../../../test/harness/accounts.ts'
import { databaseKindsOfRun } from '../../../../test/harness/databases.ts'
import { type TestServer, useServers } from '../../../../test/harness/harness.ts'
import { type Mailbox, startMailbox } from '../../../../test/outside/mailbox.ts'

const wrong = (code: string) => String((Number(code) + 1) % 1_000_000).padStart(6, '0')

for (const kind of databaseKindsOfRun)
  describe(`proved addresses on ${kind}`, () => {
    const servers = useServers(kind, {
      server: {},
      second: {},
      strict: { TRUSTED_PROXIES: '127.0.0.1', RATE_LIMIT_FACTOR: '1' },
    })
    let mailbox: Mailbox
    before(async () => {
      mailbox = await startMailbox()
      await setOptions(servers.server, {
        ...mailbox.options,
        EmailVerificationEnabled: 'true',
        ServerAddress: 'https://console.example.org',
      })
      await servers.strict.deps.reload()
      await servers.second.deps.reload()
    })
    after(() => mailbox.stop())
    /** A code as its owner would read it. */
    async function mailedCode(server: TestServer, email: string) {
      assert.deepEqual(await requestCode(server, email), { success: true, message: '' })
      return digitsIn((await mailbox.next(email)).text)
    }

    test('address and code are required, and the right code makes the address the account’s', async () => {
      const { server } = servers
      for (const form of [{}, { email: 'proved@example.org' }, { verification_code: '123456' }])
        assert.equal(await codeOf(server, { username: 'proved', ...form }), 'email_code_required')
      const verification_code = await mailedCode(server, 'Proved@Example.org'.toLowerCase())
      const form = { username: 'proved', email: ' PROVED@example.org ', verification_code: ` ${verification_code} ` }
      assert.ok((await register(server, form)).success)
      assert.equal((await rowOf(server, 'proved')).email, 'proved@example.org')
      assert.equal(await codeOf(server, { ...form, username: 'second' }), 'verification_code_wrong', 'once')
    })

    test('a code belongs to its address, a newer one replaces it, and it ends after ten minutes', async () => {
      const { server } = servers
      const first = await mailedCode(server, 'codes@example.org')
      const other = await mailedCode(server, 'other@example.org')
      const second = await mailedCode(server, 'codes@example.org')
      const attempt = (email: string, verification_code: string) =>
        codeOf(server, { username: 'coded', email, verification_code })
      if (first !== second) assert.equal(await attempt('codes@example.org', first), 'verification_code_wrong')
      if (other !== second) assert.equal(await attempt('codes@example.org', other), 'verification_code_wrong')
      if (other !== second) assert.equal(await attempt('other@example.org', second), 'verification_code_wrong')
      server.moveTime(601)
      assert.equal(await attempt('other@example.org', other), 'verification_code_wrong')
      assert.equal(await attempt('codes@example.org', second), 'verification_code_wrong')
    })

    test('the administrator decides how long a code is valid, and the mail says it', async () => {
      const { server } = servers
      await setOptions(server, { MailCodeMinutes: '3' })
      assert.equal((await requestCode(server, 'brief@example.org', { 'accept-language': 'en' })).success, true)
      const { text } = await mailbox.next('brief@example.org')
      assert.match(text, /valid for 3 minutes/)
      const form = { username: 'brief', email: 'brief@example.org', verification_code: digitsIn(text) }
      const late = await mailedCode(server, 'late@example.org')
      const life = await server.deps.store
        .selectFrom('one_time_values')
        .select(['created_at', 'expires_at'])
        .where('subject', '=', 'late@example.org')
        .executeTakeFirstOrThrow()
      assert.equal(life.expires_at - life.created_at, 180)
      server.moveTime(170)
      assert.ok((await register(server, form)).success)
      server.moveTime(11)
      const tooLate = { username: 'late', email: 'late@example.org', verification_code: late }
      assert.equal(await codeOf(server, tooLate), 'verification_code_wrong')
      await setOptions(server, { MailCodeMinutes: '10' })
    })

    test('four wrong codes do no harm; after five, even all at once, the right one is refused too', async () => {
      const { server } = servers
      const right = await mailedCode(server, 'guess@example.org')
      const attempt = (verification_code: string) =>
        codeOf(server, { username: 'guesser', email: 'guess@example.org', verification_code })
      for (let turn = 0; turn < 4; turn++) assert.equal(await attempt(wrong(right)), 'verification_code_wrong')
      assert.ok(
        (await register(server, { username: 'held-name', email: 'guess@example.org', verification_code: right }))
          .success,
      )
      const again = await mailedCode(server, 'burst@example.org')
      const burst = await Promise.all(
        Array.from({ length: 20 }, (_, index) =>
          codeOf(server, {
            username: 'burster',
            email: 'burst@example.org',
            verification_code: String((Number(again) + 1 + index) % 1_000_000).padStart(6, '0'),
          }),
        ),
      )
      assert.deepEqual(new Set(burst), new Set(['verification_code_wrong']))
      assert.equal(
        await codeOf(server, { username: 'burster', email: 'burst@example.org', verification_code: again }),
        'verification_code_wrong',
      )
    })

    test('a refused registration keeps its code, and two with one code make one account', async () => {
      const { server, second } = servers
      await second.deps.reload()
      const verification_code = await mailedCode(server, 'keeps@example.org')
      const form = { email: 'keeps@example.org', verification_code }
      for (let turn = 0; turn < 6; turn++)
        assert.equal(await codeOf(server, { ...form, username: 'proved' }), 'username_taken')
      const responses = await Promise.all(
        Array.from({ length: 6 }, (_, index) =>
          register(index % 2 ? server : second, { ...form, username: `keeps-${index}` }),
        ),
      )
      assert.equal(responses.filter(({ success }) => success).length, 1)
    })

    test('an address that was somebody’s brings no second gift, and one that is somebody’s makes no account', async () => {
      const { server } = servers
      await setOptions(server, { QuotaForNewUser: '1000' })
      const one = await mailedCode(server, 'again@example.org')
      assert.ok(
        (await register(server, { username: 'again-1', email: 'again@example.org', verification_code: one })).success,
      )
      assert.equal((await rowOf(server, 'again-1')).quota, 1000)
      // Unbound, the address is free again; it has had its gift.
      await server.deps.store.updateTable('users').set({ email: '' }).where('username', '=', 'again-1').execute()
      const two = await mailedCode(server, 'again@example.org')
      assert.ok(
        (await register(server, { username: 'again-2', email: 'again@example.org', verification_code: two })).success,
      )
      assert.equal((await rowOf(server, 'again-2')).quota, 0)
      await setOptions(server, { QuotaForNewUser: '0' })
      const three = await mailedCode(server, 'lost@example.org')
      await server.given.user({ username: 'faster', email: 'lost@example.org' })
      const late = { username: 'again-3', email: 'lost@example.org', verification_code: three }
      assert.equal(await codeOf(server, late), 'email_taken')
    })

    test('the response is the same for an address that has an account; its owner gets a letter without a code', async () => {
      const { server } = servers
      await server.given.user({ username: 'owner', email: 'owner@example.org' })
      await server.given.user({ username: 'gone', email: 'gone@example.org' })
      await server.deps.store.updateTable('users').set({ deleted_at: 1 }).where('username', '=', 'gone').execute()
      const responses = []
      for (const email of ['owner@example.org', 'gone@example.org', 'nobody@example.org'])
        responses.push(await requestCode(server, email, { 'accept-language': 'en' }))
      assert.deepEqual(responses, Array(3).fill({ success: true, message: '' }))
      for (const email of ['owner@example.org', 'gone@example.org']) {
        const { text } = await mailbox.next(email)
        assert.equal(digitsIn(text), '')
        assert.match(text, /already belongs to an account/)
      }
      assert.match(digitsIn((await mailbox.next('nobody@example.org')).text), /^\d{6}$/)
    })

    test('the letter is text and HTML in the language of the request', async () => {
      const { server } = servers
      await requestCode(server, 'english@example.org', { 'accept-language': 'en-GB,en;q=0.9' })
      const english = await mailbox.next('english@example.org')
      assert.equal(english.subject, 'Turnpike mail verification')
      assert.match(english.text, /valid for 10 minutes/)
      assert.ok(english.html.includes(digitsIn(english.text)))
      await requestCode(server, 'chinese@example.org', { 'accept-language': 'zh-CN' })
      const chinese = await mailbox.next('chinese@example.org')
      assert.equal(chinese.subject, 'Turnpike 邮箱验证邮件')
      assert.match(chinese.text, /10 分钟内有效/)
    })

    test('addresses the administrator does not take are refused before any mail', async () => {
      const { server } = servers
      await setOptions(server, {
        EmailDomainWhitelist: 'example.org',
        EmailDomainRestrictionEnabled: 'true',
        EmailAliasRestrictionEnabled: 'true',
      })
      const sent = mailbox.mails.length
      for (const [email, code] of [
        ['lin@example.com', 'email_domain_refused'],
        ['lin@sub.example.org', 'email_domain_refused'],
        ['lin+1@example.org', 'email_alias_refused'],
        ['l.in@example.org', 'email_alias_refused'],
        ['lin', 'email_invalid'],
        ['a@b@example.org', 'email_invalid'],
        ['lin@example.org,eve@example.org', 'email_invalid'],
        ['lin@example.org;eve@example.org', 'email_invalid'],
        ['"lin"@example.org', 'email_invalid'],
        ['lin@example.org\r\nBcc: eve@example.org', 'email_invalid'],
      ] as const)
        assert.equal((await requestCode(server, email)).code, code, email)
      assert.equal(mailbox.mails.length, sent)
      assert.ok((await requestCode(server, 'fine@example.org')).success)
      await setOptions(server, { EmailDomainRestrictionEnabled: 'false', EmailAliasRestrictionEnabled: 'false' })
    })

    test('a mail that cannot be sent is told in our words', async () => {
      const { server } = servers
      mailbox.refuse(true)
      assert.equal((await requestCode(server, 'refused@example.org')).code, 'mail_failed')
      mailbox.refuse(false)
      await setOptions(server, { SMTPServer: '' })
      assert.equal((await requestCode(server, 'refused@example.org')).code, 'mail_not_configured')
      await setOptions(server, mailbox.options)
    })

    test('a recipient waits half a minute for the next mail, and an address gets twenty an hour', async () => {
      const { strict } = servers
      await strict.deps.reload()
      const from = (address: string) => ({ 'x-forwarded-for': address })
      assert.ok((await requestCode(strict, 'pause@example.org', from('203.0.113.1'))).success)
      assert.equal((await requestCode(strict, 'pause@example.org', from('203.0.113.2'))).code, 'too_many_requests')
      // A reset link counts as a mail, whether or not the address has an account.
      const reset = await fetch(`${strict.url}/api/reset_password?email=pause@example.org`, {
        headers: from('203.0.113.3'),
      })
      assert.equal(reset.status, 429)
      for (let turn = 0; turn < 20; turn++)
        assert.ok((await requestCode(strict, `many-${turn}@example.org`, from('203.0.113.4'))).success, String(turn))
      assert.equal((await requestCode(strict, 'many-20@example.org', from('203.0.113.4'))).code, 'too_many_requests')
      assert.ok((await requestCode(strict, 'many-20x@example.org', from('203.0.113.5'))).success)
    })

    test('no code, password or address book turns up in a log line', async () => {
      const { server } = servers
      const code = await mailedCode(server, 'quiet@example.org')
      await register(server, {
        username: 'quiet',
        email: 'quiet@example.org',
        verification_code: code,
        password: 'quiet-password',
      })
      assert.ok(server.lines.length > 10)
      for (const line of server.lines) assert.doesNotMatch(line, new RegExp(`"${code}"|quiet-password|quiet@example`))
    })
  })
