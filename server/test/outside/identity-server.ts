import { once } from 'node:events'
import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'

export type ReceivedRequest = { method: string; path: string; headers: IncomingMessage['headers']; body: string }

type Person = { id: number | string; name?: string; username?: string }
type Fault = 'html' | 'error status' | 'hang' | 'reset' | 'no id'

export type IdentityServer = {
  url: string
  /** The environment under which a server takes this one for GitHub and LinuxDO. */
  env: Record<string, string>
  sent: ReceivedRequest[]
  /** The next person to consent: gives the code a browser would come back with. */
  code(person: Person): string
  /** Until it is lifted, every call goes wrong in this way. */
  fail(fault: Fault | undefined): void
  stop(): Promise<void>
}

export const clientCredentials = { id: 'client-id', secret: 'client-secret' }
export const wechatToken = 'wechat-server-token'

/** GitHub, LinuxDO and a WeChat companion in one: codes are good once, tokens lead to the person who consented. */
export async function startIdentityServer(): Promise<IdentityServer> {
  const sent: ReceivedRequest[] = []
  const people = new Map<string, Person>()
  let count = 0
  let fault: Fault | undefined

  const take = (code: string | null): Person | undefined => {
    const person = people.get(code ?? '')
    people.delete(code ?? '')
    return person
  }
  const grant = (code: string | null, isClient: boolean): object => {
    const person = isClient ? take(code) : undefined
    if (!person)
      return { error: 'bad_verification_code', error_description: 'The code passed is incorrect or expired.' }
    people.set(`token-of-${code}`, person)
    return { access_token: `token-of-${code}`, token_type: 'bearer' }
  }
  const profileOf = (headers: IncomingMessage['headers']): object => {
    const { id, name, username } = people.get(headers.authorization?.replace('Bearer ', '') ?? '') ?? { id: 0 }
    return { login: username ?? 'login', username, name, email: 'public@example.org', ...(fault !== 'no id' && { id }) }
  }
  const basic = `Basic ${Buffer.from(`${clientCredentials.id}:${clientCredentials.secret}`).toString('base64')}`

  function result({ method, path, headers, body }: ReceivedRequest): object {
    const url = new URL(path, 'http://localhost')
    switch (`${method} ${url.pathname}`) {
      case 'POST /github/login/oauth/access_token': {
        const { client_id, client_secret, code } = JSON.parse(body) as Record<string, string>
        const isClient = client_id === clientCredentials.id && client_secret === clientCredentials.secret
        return grant(code ?? null, isClient)
      }
      case 'POST /linuxdo/oauth2/token':
        return grant(new URLSearchParams(body).get('code'), headers.authorization === basic)
      case 'GET /github-api/user':
      case 'GET /linuxdo-api/api/user':
        return profileOf(headers)
      case 'GET /wechat/api/wechat/user': {
        if (headers.authorization !== wechatToken) return { success: false, message: 'wrong token', data: '' }
        const person = take(url.searchParams.get('code'))
        return { success: true, message: '', data: person ? String(person.id) : '' }
      }
      default:
        return { success: false, message: `${method} ${path}` }
    }
  }

  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk as Buffer)
    const { method = '', url = '', headers } = request
    const one = { method, path: url, headers, body: Buffer.concat(chunks).toString() }
    sent.push(one)
    if (fault === 'hang') return
    if (fault === 'reset') return request.socket.destroy()
    if (fault === 'html') return response.end('<html>hello</html>')
    if (fault === 'error status') return response.writeHead(500).end('{"message":"internal"}')
    response.end(JSON.stringify(result(one)))
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}` // a TCP listener's address is never a text
  return {
    url,
    env: {
      GITHUB_OAUTH_BASE: `${url}/github`,
      GITHUB_API_BASE: `${url}/github-api`,
      LINUXDO_OAUTH_BASE: `${url}/linuxdo`,
      LINUXDO_API_BASE: `${url}/linuxdo-api`,
    },
    sent,
    code(person) {
      const code = `code-${++count}`
      people.set(code, person)
      return code
    },
    fail(next) {
      fault = next
    },
    async stop() {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}
