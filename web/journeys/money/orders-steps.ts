import { paymentApi } from '@turnpike/contract/money/payment'
import type { Client, TestServer } from '../../../server/test/harness/harness.ts'
import type { PaymentForm } from './payment-site.ts'

/** Creates an order as the wallet does; the browser would post this form to the payment site. */
export async function order(client: Client, amount: number): Promise<PaymentForm> {
  const headers = { 'content-type': 'application/json' }
  const body = JSON.stringify({ amount, payment_method: 'zfb' })
  const response = await client.fetch('/api/user/pay', { method: 'POST', body, headers })
  return ((await response.json()) as { data: PaymentForm }).data
}

export async function buyer(server: TestServer, username: string): Promise<Client> {
  await server.given.user({ username })
  const client = server.client()
  await client.signIn(username)
  return client
}

export async function ownStatus(client: Client): Promise<string | undefined> {
  const { response } = await client.call(paymentApi.own, { query: { p: 1, page_size: 10 } })
  return response.success ? response.data.items[0]?.status : undefined
}
