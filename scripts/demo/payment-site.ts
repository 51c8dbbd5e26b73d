import { createServer } from 'node:http'
import { text } from 'node:stream/consumers'
import { report } from './history/pay.ts'

export type PaymentSite = { url: string; stop(): void }

/** A payment site of the Epay kind on which every order can be paid by a button. No money moves. */
export async function startPaymentSite(port: number, serverUrl: () => string): Promise<PaymentSite> {
  const forms = new Map<string, Record<string, string>>()
  const site = createServer(async (request, response) => {
    const { pathname, searchParams } = new URL(request.url ?? '/', 'http://localhost')
    const page = (html: string) => response.setHeader('content-type', 'text/html; charset=utf-8').end(html)
    if (pathname === '/api.php')
      return response.end(JSON.stringify({ code: 0, msg: 'the demo reports payments itself' }))
    if (request.method === 'POST' && pathname === '/submit.php') {
      const form = Object.fromEntries(new URLSearchParams(await text(request)))
      const { out_trade_no = '', money = '' } = form
      forms.set(out_trade_no, form)
      return page(
        `<h1>Demo payment site</h1><p>¥${escaped(money)}</p><p><a href="/pay?order=${escaped(out_trade_no)}">Pay</a></p>`,
      )
    }
    const form = forms.get(searchParams.get('order') ?? '')
    if (pathname !== '/pay' || !form) return response.writeHead(404).end('There is no such order.')
    const verdict = await report(serverUrl(), form)
    return page(`<h1>${verdict === 'success' ? 'Paid' : 'Refused'}</h1><p>You can close this page.</p>`)
  })
  await new Promise<void>((resolve, reject) => {
    site.once('error', reject)
    site.listen(port, '127.0.0.1', resolve)
  })
  return {
    url: `http://127.0.0.1:${port}`,
    stop() {
      site.closeAllConnections()
      site.close()
    },
  }
}

const escaped = (value: string) => value.replace(/[^\w.-]/g, '')
