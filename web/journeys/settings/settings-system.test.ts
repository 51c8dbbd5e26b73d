import assert from 'node:assert/strict'
import { after, before } from 'node:test'
import { type Mailbox, startMailbox } from '../../../server/test/outside/mailbox.ts'
import { journeys } from '../journey.ts'
import { enterSection, field, save, storedOptions } from './settings-system-steps.ts'

const journey = journeys()

let mailbox: Mailbox

before(async () => {
  mailbox = await startMailbox()
})

after(() => mailbox.stop())

journey('mail is set up and a test mail arrives', async ({ page, url, server }) => {
  await enterSection(page, url, 'system', 'smtp')
  await field(page, 'SMTP server').fill(' 127.0.0.1 ')
  await field(page, 'SMTP port').fill('70000')
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await page.getByText('Enter a whole number from 1 to 65535').waitFor()
  await field(page, 'SMTP port').fill(String(mailbox.port))
  await field(page, 'SMTP password').fill('smtp-secret')
  await field(page, 'Sender address').fill('console@harbour.example')
  await page.getByText('Save first. The test uses the saved settings.').waitFor()
  assert.equal(await page.getByRole('button', { name: 'Send test email' }).isDisabled(), true)
  await save(page)

  await field(page, 'Send to').fill('lin@harbour.example')
  await page.keyboard.press('Enter')
  await page.getByText('Sent to lin@harbour.example').waitFor()
  const mail = await mailbox.next('lin@harbour.example')
  assert.equal(mail.from, 'console@harbour.example')
  assert.match(mail.subject, /Test mail from Turnpike/)
  mailbox.refuse(true)
  await page.getByRole('button', { name: 'Send test email' }).click()
  await page.getByText('The mail could not be sent').waitFor()
  mailbox.refuse(false)

  // A secret never comes back, and an empty field keeps it.
  await page.reload()
  await page.getByText('Cannot be shown again. Leave empty to keep it.').waitFor()
  assert.equal(await field(page, 'SMTP password').inputValue(), '')
  await field(page, 'Sender address').fill('')
  await save(page)
  const { texts, secrets } = await storedOptions(server)
  assert.deepEqual([texts.get('SMTPServer'), texts.get('SMTPFrom')], ['127.0.0.1', ''])
  assert.equal(secrets.includes('SMTPToken'), true)
})
