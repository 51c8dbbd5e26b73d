import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { SMTPServer, type SMTPServerOptions } from 'smtp-server'
import { eventually } from '../harness/eventually.ts'

export type Delivered = {
  from: string
  to: string[]
  /** Header names in lower case, unfolded, as they came. */
  headers: Map<string, string>
  subject: string
  text: string
  html: string
  raw: string
}

export type Mailbox = {
  port: number
  mails: Delivered[]
  /** The settings under which a server sends its mail here. */
  options: { SMTPServer: string; SMTPPort: string; SMTPFrom: string }
  /** The next mail to this address that was not read before. */
  next(to: string): Promise<Delivered>
  /** From now on every mail is refused. */
  refuse(isRefusing: boolean): void
  stop(): Promise<void>
}

/** A real SMTP server on loopback that keeps what it is sent. */
export async function startMailbox(settings: SMTPServerOptions = {}): Promise<Mailbox> {
  const mails: Delivered[] = []
  const read = new Set<Delivered>()
  let isRefusing = false
  const server = new SMTPServer({
    disabledCommands: ['STARTTLS'],
    authOptional: true,
    ...settings,
    onData(stream, session, done) {
      const chunks: Buffer[] = []
      stream.on('data', (chunk: Buffer) => chunks.push(chunk))
      stream.on('end', () => {
        if (isRefusing) return done(new Error('mailbox full'))
        const { mailFrom, rcptTo } = session.envelope
        const from = mailFrom ? mailFrom.address : ''
        const to = rcptTo.map(({ address }) => address)
        mails.push({ from, to, ...readMail(Buffer.concat(chunks).toString()) })
        done()
      })
    },
  })
  server.on('error', () => {}) // a client that breaks off is its own affair
  server.listen(0, '127.0.0.1')
  await once(server.server, 'listening')
  const { port } = server.server.address() as AddressInfo // a TCP listener's address is never a text
  return {
    port,
    mails,
    options: { SMTPServer: '127.0.0.1', SMTPPort: String(port), SMTPFrom: 'console@example.org' },
    async next(to) {
      const mail = await eventually(`a mail to ${to}`, () => mails.find((one) => one.to.includes(to) && !read.has(one)))
      read.add(mail)
      return mail
    },
    refuse(refusing) {
      isRefusing = refusing
    },
    stop: () => new Promise((resolve) => server.close(() => resolve())),
  }
}

function readMail(raw: string) {
  const [head, body] = split(raw)
  const headers = readHeaders(head)
  const boundary = /boundary="([^"]+)"/.exec(headers.get('content-type') ?? '')?.[1]
  const parts = boundary ? body.split(`--${boundary}`).slice(1, -1).map(readPart) : []
  const partOf = (type: string) => parts.find((part) => part.type.startsWith(type))?.text ?? ''
  return {
    headers,
    subject: decodeWords(headers.get('subject') ?? ''),
    text: partOf('text/plain'),
    html: partOf('text/html'),
    raw,
  }
}

const split = (raw: string): [head: string, body: string] => {
  const at = raw.indexOf('\r\n\r\n')
  return [raw.slice(0, at), raw.slice(at + 4)]
}

function readHeaders(head: string): Map<string, string> {
  const lines = head.replace(/\r\n[ \t]+/g, ' ').split('\r\n')
  return new Map(
    lines.map((line) => [line.split(':')[0]?.toLowerCase() ?? '', line.slice(line.indexOf(':') + 1).trim()]),
  )
}

function readPart(raw: string) {
  const [head, body] = split(raw.replace(/^\r\n/, ''))
  const headers = readHeaders(head)
  const encoding = headers.get('content-transfer-encoding') ?? '7bit'
  return { type: headers.get('content-type') ?? '', text: decodeBody(body, encoding).replaceAll('\r\n', '\n').trim() }
}

function decodeBody(body: string, encoding: string): string {
  if (encoding === 'base64') return Buffer.from(body, 'base64').toString()
  if (encoding !== 'quoted-printable') return body
  const bytes = body
    .replace(/=\r\n/g, '')
    .replace(/=([0-9A-F]{2})/g, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)))
  return Buffer.from(bytes, 'latin1').toString()
}

/** Header texts that are not plain ASCII: =?UTF-8?B?…?= and =?UTF-8?Q?…?=, one or several. */
function decodeWords(text: string): string {
  const bytes = text
    .replace(/\?=\s+=\?/g, '?==?')
    .replace(/=\?UTF-8\?([BQ])\?([^?]*)\?=/gi, (_, kind: string, word: string) =>
      kind.toUpperCase() === 'B'
        ? Buffer.from(word, 'base64').toString('latin1')
        : word
            .replaceAll('_', ' ')
            .replace(/=([0-9A-F]{2})/g, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16))),
    )
  return Buffer.from(bytes, 'latin1').toString()
}
