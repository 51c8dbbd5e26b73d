import { paymentApi } from '@turnpike/contract/money/payment'
import { signEpay } from '../../../server/src/domain/money/payments/epay.ts'
import { demoMerchant } from '../cast/options.ts'
import type { PlannedOrder } from '../traffic/plan-money.ts'
import { consoleOf, type World } from './world.ts'

type Form = Record<string, string>

/** An order as the wallet makes it: the form that a browser would post to the payment site. */
async function order(world: World, { username, dollars, method }: Omit<PlannedOrder, 'at'>): Promise<Form> {
  const client = await consoleOf(world, username)
  const response = await client.call(paymentApi.pay, { body: { amount: dollars, payment_method: method } })
  if (response.message !== 'success') throw new Error(`no order was made: ${response.data}`)
  return response.data
}

/** The notification of an Epay payment site about an order. `change` makes a forged notification. */
export async function report(
  serverUrl: string,
  form: Form,
  change: Form = {},
  key = demoMerchant.key,
): Promise<string> {
  const { pid = '', out_trade_no = '', type = '', name = '', money = '' } = form
  const trade_no = `20260${out_trade_no.slice(-10)}`
  const told = { pid, trade_no, out_trade_no, type, name, money, trade_status: 'TRADE_SUCCESS', ...change }
  const query = new URLSearchParams({ ...told, sign_type: 'MD5', sign: signEpay(told, key) })
  return (await fetch(`${serverUrl}/api/user/epay/notify?${query}`)).text()
}

/** An order that is paid a little later. */
export async function orderAndPay(world: World, planned: PlannedOrder): Promise<void> {
  const form = await order(world, planned)
  world.moveTo(planned.at + 45)
  const response = await report(world.url, form)
  if (response !== 'success') throw new Error(`a payment was not accepted: ${response}`)
}

/** Orders with an unusual outcome, each at its time. */
export function unusualOrders(start: number, now: number): { at: number; run: (world: World) => Promise<void> }[] {
  const on = (day: number) => start + Math.round(day * 86_400)
  return [
    {
      at: on(7.45), // never paid
      run: async (world) => void (await order(world, { username: 'lin.wei', dollars: 20, method: 'wx' })),
    },
    {
      at: on(12.55), // paid less than ordered: refused
      run: async (world) => {
        const form = await order(world, { username: 'mara', dollars: 30, method: 'zfb' })
        world.moveTo(on(12.55) + 60)
        await report(world.url, form, { money: '0.01' })
      },
    },
    {
      at: on(18.5), // signed with another key, then by the payment site itself, which repeats its report
      run: async (world) => {
        const form = await order(world, { username: 'sofia', dollars: 10, method: 'zfb' })
        world.moveTo(on(18.5) + 30)
        await report(world.url, form, {}, 'another-key')
        world.moveTo(on(18.5) + 90)
        await report(world.url, form)
        await report(world.url, form)
      },
    },
    {
      at: on(22.4), // paid, but the report was lost: completed by hand
      run: async (world) => {
        const form = await order(world, { username: 'tanaka', dollars: 10, method: 'zfb' })
        world.moveTo(on(22.4) + 5400)
        const root = await consoleOf(world, 'root')
        await root.call(paymentApi.complete, { body: { trade_no: form.out_trade_no ?? '' } })
      },
    },
    {
      at: now - 1500, // waits for its payment
      run: async (world) => void (await order(world, { username: 'okafor', dollars: 10, method: 'wx' })),
    },
  ]
}
