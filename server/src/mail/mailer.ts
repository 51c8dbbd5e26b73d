import type { OptionValues } from '@turnpike/contract/options'
import { createTransport } from 'nodemailer'
import { AppError } from '../http/app-error.ts'
import type { Log } from '../log.ts'

/** A mail as a person gets it; programs that show no HTML show the text. */
export type Mail = { to: string; subject: string; text: string; html: string }

export type Mailer = {
  /** Hands a mail to the configured server; refuses in the catalogue's words when there is none or it does not take it. */
  send(mail: Mail): Promise<void>
}

const connectSeconds = 10
const loginOnly = /outlook|onmicrosoft/ // these hosts refuse AUTH PLAIN
const implicitTlsPort = 465

/** One connection per mail: they are few, and settings may change between two of them. */
export const createMailer = (options: () => OptionValues, log: Log): Mailer => ({
  async send(mail) {
    const settings = options()
    const { SystemName, SMTPServer, SMTPPort, SMTPAccount, SMTPFrom, SMTPToken, SMTPSSLEnabled } = settings
    const from = SMTPFrom || SMTPAccount
    if (!SMTPServer || !from.includes('@')) throw new AppError('mail_not_configured')
    const isLogin = loginOnly.test(SMTPAccount) || SMTPServer === 'smtp.azurecomm.net'
    const transport = createTransport({
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
    try {
      await transport.sendMail({ from: { name: SystemName, address: from }, ...mail })
    } catch (error) {
      log.warn('mail not sent', { server: SMTPServer, error: (error as Error).message })
      throw new AppError('mail_failed')
    } finally {
      transport.close()
    }
  },
})
