import { Readable } from 'node:stream'
import { paymentApi } from '@turnpike/contract/money/payment'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Deps } from '../../../deps.ts'
import { accountOf } from '../../../http/caller.ts'
import { serve } from '../../../http/serve.ts'
import { actorOf } from '../../system/audit/audit.queries.ts'
import { exportOrders } from './export-orders.ts'
import { familyResponse } from './family-response.ts'
import { listNotices, receiveNotice, replayNotice, testNotice } from './notices.rules.ts'
import {
  completeOrder,
  groupOf,
  listOrders,
  listRecords,
  providerOf,
  quoteAmount,
  readOrder,
  readWaiting,
  searchOf,
  startOrder,
  totalOrders,
} from './orders.rules.ts'
import { ratioOf } from './payable.ts'
import type { PaymentProvider } from './payment-provider.ts'
import { paymentProviders } from './payment-providers.ts'
import { refundOrder } from './refund-order.rules.ts'
import { stripePayload } from './stripe.ts'
import { tellFailedRenewal } from './tell-failed-renewal.ts'

const formMax = 16 * 1024
const webhookMax = 64 * 1024

export function paymentRoutes(app: FastifyInstance, deps: Deps) {
  const { options, clock } = deps
  const providers = paymentProviders(deps)
  const byName = (name: string) => providers.find((provider) => provider.name === name) ?? providers[0]

  serve(app, paymentApi.amount, ({ caller, body, request }) =>
    familyResponse(request, async () => {
      const provider = providerOf(providers, body.payment_method ?? 'zfb', options.current())
      return { data: quoteAmount(caller, body.amount, provider, options.current()) }
    }),
  )
  serve(app, paymentApi.pay, ({ caller, body, request }) =>
    familyResponse(request, async () => {
      const provider = providerOf(providers, body.payment_method, options.current())
      const { url, form, trade_no } = await startOrder(deps, caller, body.amount, String(body.payment_method), provider)
      return { data: form, url, trade_no }
    }),
  )
  serve(app, paymentApi.own, ({ caller, query }) => listOrders(deps, query, { user_id: accountOf(caller) }))
  serve(app, paymentApi.all, ({ query }) => listOrders(deps, query, searchOf(query), { namesOperators: true }))
  serve(app, paymentApi.totals, ({ query }) => totalOrders(deps, searchOf(query)))
  serve(app, paymentApi.export, ({ query, reply }) => {
    reply.type('text/csv; charset=utf-8')
    reply.header('Content-Disposition', 'attachment; filename="orders.csv"')
    return Readable.from(exportOrders(deps, searchOf(query)))
  })
  serve(app, paymentApi.refund, async (incoming) => {
    await refundOrder(deps, providers, actorOf(incoming, clock()), incoming.body)
    return readOrder(deps, incoming.body.trade_no)
  })
  serve(app, paymentApi.waiting, () => readWaiting(deps))
  serve(app, paymentApi.complete, (incoming) => completeOrder(deps, actorOf(incoming, clock()), incoming.body.trade_no))
  serve(app, paymentApi.records, ({ caller, query }) => listRecords(deps, accountOf(caller), query))
  serve(app, paymentApi.notices, ({ query }) => listNotices(deps, query))
  serve(app, paymentApi.replay, ({ params, request }) => replayNotice(deps, providers, params.id, request.ip))
  serve(app, paymentApi.test, ({ body, request }) => testNotice(deps, byName(body.provider), request.ip))
  serve(app, paymentApi.methods, ({ caller }) => {
    const settings = options.current()
    const ratio = ratioOf(settings, groupOf(caller))
    return providers
      .filter((provider) => provider.isSetUp(settings))
      .flatMap((provider) => provider.methods.map((method) => ({ method, ...provider.price(settings), ratio })))
  })
  epayNotices(app, deps, byName('epay'))
  stripeNotices(app, deps, byName('stripe'))
}

/** Providers read the response as text. It is `success` only when the credit is durable. */
function epayNotices(app: FastifyInstance, deps: Deps, epay: PaymentProvider) {
  const receive = async (payload: string, request: FastifyRequest): Promise<string> => {
    const { effect } = await receiveNotice(deps, epay, { payload, address: request.ip })
    return effect === 'refused' ? 'fail' : 'success'
  }
  const config = { access: 'public' } as const
  app.register(async (scope) => {
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser('application/x-www-form-urlencoded', { parseAs: 'string' }, (_, body, done) =>
      done(null, body),
    )
    scope.get('/api/user/epay/notify', { config }, async (request, reply) => {
      reply.type('text/plain')
      return receive(request.url.split('?')[1] ?? '', request)
    })
    scope.post('/api/user/epay/notify', { config, bodyLimit: formMax }, async (request, reply) => {
      reply.type('text/plain')
      return receive(typeof request.body === 'string' ? request.body : '', request)
    })
  })
}

/** Stripe repeats a notification until it gets a successful status. */
function stripeNotices(app: FastifyInstance, deps: Deps, stripe: PaymentProvider) {
  app.register(async (scope) => {
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser('application/json', { parseAs: 'string' }, (_, body, done) => done(null, body))
    const config = { access: 'public' } as const
    scope.post('/api/payment/stripe/webhook', { config, bodyLimit: webhookMax }, async (request, reply) => {
      const payload = stripePayload(String(request.headers['stripe-signature'] ?? ''), String(request.body ?? ''))
      const { id, effect, checks, trade_no } = await receiveNotice(deps, stripe, { payload, address: request.ip })
      if (effect === 'renewal_failed') tellFailedRenewal(deps, { id, trade_no })
      // one that does not match is not worth repeating
      const isHeard = effect !== 'refused' || checks.signature === true
      return reply.status(isHeard ? 200 : 400).send({ received: isHeard })
    })
  })
}
