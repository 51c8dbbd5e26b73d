import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'

type Fault = 'html' | 'error status' | 'no picture' | 'huge picture' | 'picture is a page'

export const wxpusherToken = 'AT_application-token'
const picture = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
)

/** WxPusher as its documentation describes it: codes to scan, who scanned them, messages to those who did. */
export async function startWxpusher() {
  const codes: { code: string; validTime: number; extra: string; uid: string }[] = []
  const messages: Record<string, unknown>[] = []
  let requests = 0
  let fault: Fault | undefined
  const no = (msg: string) => ({ code: 1001, msg, data: null, success: false })
  const yes = (data: unknown) => ({ code: 1000, msg: '处理成功', data, success: true })

  function result(method: string, path: string, body: string): object {
    const { pathname, searchParams } = new URL(path, 'http://localhost')
    switch (`${method} ${pathname}`) {
      case 'POST /api/fun/create/qrcode': {
        const { appToken, extra = '', validTime = 1800 } = JSON.parse(body)
        if (appToken !== wxpusherToken) return no('app token 不正确')
        const code = `code${codes.length}`
        codes.push({ code, validTime, extra, uid: '' })
        return yes({ expires: Date.now() + validTime * 1000, code, shortUrl: '', extra, url: `${url}/picture/${code}` })
      }
      case 'GET /api/fun/scan-qrcode-uid': {
        requests++
        const found = codes.find(({ code }) => code === searchParams.get('code'))
        return found?.uid ? yes(found.uid) : no('暂无用户扫描二维码')
      }
      case 'POST /api/send/message': {
        const message = JSON.parse(body) as Record<string, unknown>
        if (message.appToken !== wxpusherToken) return no('app token 不正确')
        messages.push(message)
        return yes([{ uid: (message.uids as string[])[0], code: 1000, status: '创建发送任务成功' }])
      }
      default:
        return no(`${method} ${path}`)
    }
  }

  const server = createServer(async (request, response) => {
    const { method = '', url: path = '' } = request
    const body = await text(request)
    if (path.startsWith('/picture/')) {
      if (fault === 'no picture') return response.writeHead(404).end()
      const type = fault === 'picture is a page' ? 'text/html' : 'image/png'
      const bytes = fault === 'huge picture' ? Buffer.alloc(300 * 1024) : picture
      return response.writeHead(200, { 'content-type': type }).end(bytes)
    }
    if (fault === 'html') return response.writeHead(200, { 'content-type': 'text/html' }).end('<h1>busy</h1>')
    if (fault === 'error status') return response.writeHead(500).end('{}')
    response.setHeader('content-type', 'application/json')
    return response.end(JSON.stringify(result(method, path, body)))
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  const url = `http://127.0.0.1:${port}`
  return {
    /** The environment under which a server takes this one for WxPusher. */
    env: { WXPUSHER_BASE: url, MEDIA_FETCH_ALLOW: `127.0.0.1:${port}` },
    codes,
    messages,
    /** The number of requests for the user who scanned a code. */
    queries: () => requests,
    /** Somebody scans the newest code. */
    scan(uid: string) {
      const code = codes.at(-1)
      if (!code) throw new Error('no code was made')
      code.uid = uid
    },
    /** Until it is lifted, every call goes wrong in this way. */
    fail(next: Fault | undefined) {
      fault = next
    },
    async stop() {
      server.close()
      server.closeAllConnections()
    },
  }
}
export type Wxpusher = Awaited<ReturnType<typeof startWxpusher>>
