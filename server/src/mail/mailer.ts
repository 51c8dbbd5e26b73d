import type { Socket } from 'node:net'
import type { OptionValues } from '@turnpike/contract/options'
import { AppError } from '../http/app-error.ts'
import type { Log } from '../log.ts'
import type { Agents } from '../outbound/agents.ts'
import { openSocket } from '../outbound/open-socket.ts'

/** A mail; programs that show no HTML show the text. */
export type Mail = { to: string; subject: string; text: string; html: string }

export type Mailer = {
  /** Refuses when no mail server is configured; called before the recipient is looked up. */
  check(): void
  /** Sends a mail through the configured server; refuses when there is none or it does not accept the mail. */
  send(mail: Mail): Promise<void>
}

const connectSeconds = 10
const loginOnly = /outlook|onmicrosoft/ // these hosts refuse AUTH PLAIN
const implicitTlsPort = 465

type Settings = Pick<
  OptionValues,
  'SystemName' | 'SMTPServer' | 'SMTPPort' | 'SMTPAccount' | 'SMTPFrom' | 'SMTPToken' | 'SMTPSSLEnabled'
>

/** One connection per mail: mails are few, and settings may change between two of them. */
export const createMailer = (options: () => Settings, agents: Pick<Agents, 'lookupFor'>, log: Log): Mailer => ({
  check: () => void senderOf(options()),
  async send(mail) {
    const settings = options()
    const from = senderOf(settings)
    try {
      const { SMTPServer: host, SMTPPort: port } = settings
      const connection = await openSocket(agents, { host, port, timeoutMs: connectSeconds * 1000 })
      try {
        const transport = await transportOf(settings, connection)
        await transport.sendMail({ from: { name: settings.SystemName, address: from }, ...mail })
        transport.close()
      } finally {
        connection.destroy()
      }
    } catch (error) {
      log.warn('mail not sent', { server: settings.SMTPServer, error: (error as Error).message })
      throw new AppError('mail_failed')
    }
  },
})

function senderOf({ SMTPServer, SMTPFrom, SMTPAccount }: Settings): string {
  const from = SMTPFrom || SMTPAccount
  if (!SMTPServer || !from.includes('@')) throw new AppError('mail_not_configured')
  return from
}

async function transportOf(settings: Settings, connection: Socket) {
  const { SMTPServer, SMTPPort, SMTPAccount, SMTPToken, SMTPSSLEnabled } = settings
  const isLogin = loginOnly.test(SMTPAccount) || SMTPServer === 'smtp.azurecomm.net'
  const { createTransport } = await import('nodemailer') // a large module, rarely needed
  return createTransport({
    connection, // to a checked address: nodemailer would resolve the name itself
    host: SMTPServer,
    port: SMTPPort,
    secure: SMTPSSLEnabled || SMTPPort === implicitTlsPort,
    ...(SMTPAccount && SMTPToken && { auth: { user: SMTPAccount, pass: SMTPToken } }),
    ...(isLogin && { authMethod: 'LOGIN' }),
    connectionTimeout: connectSeconds * 1000,
    greetingTimeout: connectSeconds * 1000,
    socketTimeout: connectSeconds * 1000,
    disableFileAccess: true,
    disableUrlAccess: true,
  })
}
