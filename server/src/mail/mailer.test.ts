import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { defaultOptions, type OptionValues } from '@turnpike/contract/options'
import { silent } from '../../test/harness/ledger.ts'
import { type Mailbox, startMailbox } from '../../test/outside/mailbox.ts'
import { createAgents } from '../outbound/agents.ts'
import type { EgressPolicy } from '../outbound/egress-policy.ts'
import { direct } from '../outbound/proxies.ts'
import { createMailer } from './mailer.ts'

const mail = { to: 'lin@example.org', subject: '主题 and subject', text: 'text 正文', html: '<p>text 正文</p>' }

let open: Mailbox
let guarded: Mailbox
const signIns: { method: string; username: string | null | undefined; password: string | null | undefined }[] = []
before(async () => {
  open = await startMailbox()
  guarded = await startMailbox({
    authOptional: false,
    allowInsecureAuth: true,
    authMethods: ['PLAIN', 'LOGIN'],
    onAuth({ method, username, password }, _, done) {
      signIns.push({ method, username, password })
      done(null, password === 'smtp-secret' ? { user: username ?? '' } : undefined)
    },
  })
})
after(() => Promise.all([open.stop(), guarded.stop()]))

const agentsFor = (policy: EgressPolicy) => createAgents(policy, direct) // nothing to close: they only check addresses here
const anywhere = agentsFor({ allowPrivate: true, allowed: [] })
const mailerFor = (options: Partial<OptionValues>, agents = anywhere) =>
  createMailer(() => ({ ...defaultOptions(), ...options }), agents, silent)
const to = ({ port }: Mailbox) => ({ SMTPServer: '127.0.0.1', SMTPPort: port })

test('a mail arrives as text and HTML, from the configured sender, to one recipient', async () => {
  await mailerFor({ ...to(open), SystemName: '收费站 "T"', SMTPFrom: 'console@example.org' }).send(mail)
  const got = await open.next('lin@example.org')
  assert.deepEqual([got.from, got.to], ['console@example.org', ['lin@example.org']])
  assert.deepEqual([got.subject, got.text, got.html], [mail.subject, mail.text, mail.html])
  assert.match(got.headers.get('from') ?? '', /<console@example\.org>$/)
  assert.match(got.headers.get('message-id') ?? '', /@example\.org>$/)
})

test('the account is the sender where no other is named, and signs in with what it was given', async () => {
  await mailerFor({ ...to(guarded), SMTPAccount: 'account@example.org', SMTPToken: 'smtp-secret' }).send(mail)
  assert.equal((await guarded.next('lin@example.org')).from, 'account@example.org')
  assert.deepEqual(signIns.at(-1), { method: 'PLAIN', username: 'account@example.org', password: 'smtp-secret' })
})

test('hosts that refuse AUTH PLAIN get AUTH LOGIN', async () => {
  await mailerFor({ ...to(guarded), SMTPAccount: 'account@outlook.com', SMTPToken: 'smtp-secret' }).send(mail)
  assert.equal(signIns.at(-1)?.method, 'LOGIN')
})

test('without a server or a sender there is no mail, and that is known before', async () => {
  for (const settings of [{}, { SMTPServer: '127.0.0.1' }, { SMTPServer: '127.0.0.1', SMTPAccount: 'no-address' }]) {
    const mailer = mailerFor(settings)
    assert.throws(() => mailer.check(), { code: 'mail_not_configured' })
    await assert.rejects(mailer.send(mail), { code: 'mail_not_configured' })
  }
  mailerFor({ ...to(open), SMTPFrom: 'console@example.org' }).check()
})

test('a refusal and a server that is away are told in our words, and the log has no password', async () => {
  const lines: string[] = []
  const warn = (message: string, about?: object) => void lines.push(message + JSON.stringify(about))
  const failing = (options: Partial<OptionValues>) =>
    createMailer(() => ({ ...defaultOptions(), ...options }), anywhere, { ...silent, warn })
  const wrong = { ...to(guarded), SMTPAccount: 'account@example.org', SMTPToken: 'wrong-secret' }
  await assert.rejects(failing(wrong).send(mail), { code: 'mail_failed' })
  await assert.rejects(failing({ SMTPServer: '127.0.0.1', SMTPPort: 9, SMTPFrom: 'a@example.org' }).send(mail), {
    code: 'mail_failed',
  })
  open.refuse(true)
  await assert.rejects(failing({ ...to(open), SMTPFrom: 'a@example.org' }).send(mail), { code: 'mail_failed' })
  open.refuse(false)
  assert.equal(lines.length, 3)
  for (const line of lines) assert.doesNotMatch(line, /wrong-secret/)
})

test('a subject that holds a header adds no recipient', async () => {
  const mailer = mailerFor({ ...to(open), SMTPFrom: 'console@example.org' })
  const before = open.mails.length
  await mailer.send({ ...mail, to: 'eve@example.org', subject: 'x\r\nBcc: victim@example.org' })
  assert.deepEqual(
    open.mails.slice(before).flatMap((one) => one.to),
    ['eve@example.org'],
  )
  assert.equal(open.mails.at(-1)?.headers.has('bcc'), false)
})

test('the mail server is reached within the policy for outbound requests, by name and by address', async () => {
  const from = { SMTPFrom: 'console@example.org' }
  const fenced = agentsFor({ allowPrivate: false, allowed: [] })
  const before = open.mails.length
  for (const SMTPServer of ['127.0.0.1', 'localhost', '0x7f.1', '::ffff:127.0.0.1', '169.254.169.254', 'a b', '///'])
    await assert.rejects(mailerFor({ ...from, SMTPServer, SMTPPort: open.port }, fenced).send(mail), {
      code: 'mail_failed',
    })
  await assert.rejects(mailerFor({ ...from, SMTPServer: '169.254.169.254' }).send(mail), { code: 'mail_failed' })
  assert.equal(open.mails.length, before)
  const listed = agentsFor({ allowPrivate: false, allowed: [{ host: 'localhost', port: open.port }] })
  await mailerFor({ ...from, SMTPServer: 'localhost', SMTPPort: open.port }, listed).send(mail)
  assert.equal(open.mails.length, before + 1)
})
