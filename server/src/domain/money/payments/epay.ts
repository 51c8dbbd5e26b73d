import { createHash, timingSafeEqual } from 'node:crypto'
import type { OptionValues } from '@turnpike/contract/options'
import type { Outbound } from '../../../outbound/outbound.ts'
import type { Claim, PaymentProvider } from './payment-provider.ts'

/** The provider's names of the methods. */
const types: Readonly<Record<string, string>> = { zfb: 'alipay', wx: 'wxpay' }
const checkSeconds = 10

/** Empty members, the signature and its type are left out; the rest is sorted by name, and the key follows directly. */
export function signEpay(parameters: Readonly<Record<string, string>>, key: string): string {
  const signed = Object.entries(parameters)
    .filter(([name, value]) => name !== 'sign' && name !== 'sign_type' && value !== '')
    .sort(([one], [other]) => Buffer.compare(Buffer.from(one), Buffer.from(other)))
    .map(([name, value]) => `${name}=${value}`)
    .join('&')
  return createHash('md5')
    .update(signed + key)
    .digest('hex')
}

/**
 * The parameters of a query or a form; undefined when one occurs twice, because the two sides might read different
 * ones.
 */
function readParameters(payload: string): Record<string, string> | undefined {
  const parameters: Record<string, string> = Object.create(null)
  for (const [name, value] of new URLSearchParams(payload)) {
    if (name in parameters) return undefined
    parameters[name] = value
  }
  return parameters
}

const isSame = (one: string, other: string): boolean => {
  const [a, b] = [Buffer.from(one), Buffer.from(other)]
  return a.length === b.length && timingSafeEqual(a, b)
}

/** The interface of the family's payment gateways: a signed form out, a signed notification back. */
export function createEpay(outbound: Outbound): PaymentProvider {
  const addressOf = ({ PayAddress }: OptionValues, path: string) => `${PayAddress.replace(/\/+$/, '')}${path}`
  return {
    name: 'epay',
    methods: ['zfb', 'wx'],
    isSetUp: ({ PayAddress, EpayId, EpayKey }) => PayAddress !== '' && EpayId !== '' && EpayKey !== '',
    merchant: ({ EpayId }) => EpayId,
    price: ({ Price }) => ({ price: Price, currency: 'CNY' }),
    async start(order, options, { notify, back, bought }) {
      const form = {
        pid: options.EpayId,
        type: types[order.payment_method] ?? '',
        out_trade_no: order.trade_no,
        notify_url: notify,
        return_url: back,
        name: bought.title,
        money: order.money,
        device: 'pc',
        sign_type: 'MD5',
      }
      return { url: addressOf(options, '/submit.php'), form: { ...form, sign: signEpay(form, options.EpayKey) } }
    },
    async read(payload, options) {
      const parameters = readParameters(payload)
      if (!parameters || options.EpayKey === '') return undefined
      const { sign = '', pid = '', out_trade_no = '', money = '', type = '', trade_status } = parameters
      if (!isSame(sign.toLowerCase(), signEpay(parameters, options.EpayKey))) return undefined
      return claimOf({ pid, out_trade_no, money, type, isPaid: trade_status === 'TRADE_SUCCESS' })
    },
    parameters(payload) {
      const { sign: _, ...shown } = Object.fromEntries(new URLSearchParams(payload))
      return shown
    },
    async query(order, options) {
      const query = new URLSearchParams({
        act: 'order',
        pid: options.EpayId,
        key: options.EpayKey,
        out_trade_no: order.trade_no,
      })
      const { status, body } = await outbound.send(addressOf(options, `/api.php?${query}`), {
        timeoutSeconds: checkSeconds,
      })
      if (status !== 200) return undefined
      const response = JSON.parse(body) as Record<string, unknown>
      if (Number(response.code) !== 1) return undefined
      const text = (value: unknown) => (typeof value === 'string' || typeof value === 'number' ? String(value) : '')
      const { pid = options.EpayId, out_trade_no, money, type } = response
      const claimed = { pid: text(pid), out_trade_no: text(out_trade_no), money: text(money), type: text(type) }
      return claimOf({ ...claimed, isPaid: Number(response.status) === 1 })
    },
    async simulate(order, options) {
      const parameters = {
        pid: order.merchant,
        trade_no: 'TEST',
        out_trade_no: order.trade_no,
        type: types[order.payment_method] ?? '',
        name: `TUC${order.amount}`,
        money: order.money,
        trade_status: 'TRADE_SUCCESS',
      }
      const sign = signEpay(parameters, options.EpayKey)
      return new URLSearchParams({ ...parameters, sign_type: 'MD5', sign }).toString()
    },
  }
}

type Told = { pid: string; out_trade_no: string; money: string; type: string; isPaid: boolean }

const claimOf = ({ pid, out_trade_no, money, type, isPaid }: Told): Claim => ({
  trade_no: out_trade_no,
  merchant: pid,
  money,
  currency: 'CNY',
  method: Object.keys(types).find((name) => types[name] === type) ?? type,
  isPaid,
})
