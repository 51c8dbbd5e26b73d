import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { optionApi } from '@turnpike/contract/system/option-api'
import { signEpay } from '../../../server/src/domain/money/payments/epay.ts'
import type { TestServer } from '../../../server/test/harness/harness.ts'
import { asRoot } from '../steps.ts'

export type PaymentForm = Record<string, string>

const merchant = { id: '1001', key: 'merchant-secret' }

/** A payment site that speaks the Epay protocol: it receives forms of browsers and reports payments on command. */
export async function startPaymentSite() {
  const forms: PaymentForm[] = []
  const server = createServer(async (request, response) => {
    const form = Object.fromEntries(new URLSearchParams(await text(request)))
    if (request.method === 'POST' && request.url === '/submit.php') forms.push(form)
    response.setHeader('content-type', 'text/html')
    response.end('<h1>Scan to pay</h1>')
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    /** The form that was posted last. */
    lastForm(): PaymentForm {
      const form = forms.at(-1)
      if (!form) throw new Error('no form was posted')
      return form
    },
    /** Reports an order as paid, or in another state; returns the server's response. */
    async notify(form: PaymentForm, change: PaymentForm = {}): Promise<string> {
      const { pid = '', out_trade_no = '', type = '', name = '', money = '', notify_url = '' } = form
      const told = { pid, trade_no: '2026000001', out_trade_no, type, name, money, trade_status: 'TRADE_SUCCESS' }
      const signed = { ...told, ...change }
      const query = new URLSearchParams({ ...signed, sign_type: 'MD5', sign: signEpay(signed, merchant.key) })
      return (await fetch(`${notify_url}?${query}`)).text()
    },
    /** Lets the console take payments through this site. */
    async setUp(console: TestServer, more: Record<string, string> = {}) {
      const root = await asRoot(console)
      const options = {
        ServerAddress: console.url,
        PayAddress: this.url,
        EpayId: merchant.id,
        EpayKey: merchant.key,
        ...more,
      }
      const changes = Object.entries(options).map(([key, value]) => ({ key, value }))
      const { response } = await root.call(optionApi.updateMany, { body: { changes } })
      if (!response.success) throw new Error(response.message)
    },
    stop() {
      server.closeAllConnections()
      server.close()
    },
  }
}

export type PaymentSite = Awaited<ReturnType<typeof startPaymentSite>>
