import { setTimeout } from 'node:timers/promises'
import { type Call, credentialOf, isWrongKey, subprotocolsOf, type Vendor } from '../../exchange/call.ts'
import { orRefusal } from '../../exchange/response.ts'
import { accept, type Destination, type SocketUpgrade, upgradeCall } from '../../exchange/serve-socket.ts'
import { httpText } from '../../exchange/write-response.ts'
import { replacedResponse } from '../../faults/alter-response.ts'
import { alterUsage } from '../../faults/alter-usage.ts'
import { recordOf } from '../../requests.ts'
import { runSession } from './session.ts'

/** Opens a realtime session, or refuses it over plain HTTP. */
export async function upgradeRealtime(upgrade: SocketUpgrade, destination: Destination): Promise<void> {
  const { request, socket, recorder } = upgrade
  const { url, vendor } = destination
  socket.on('error', () => socket.destroy())
  const query = url.searchParams
  const call = upgradeCall(upgrade, destination, {
    method: 'GET',
    key: credentialOf(request.headers, query) || (query.get('api-key') ?? ''),
    model: query.get('model') ?? query.get('deployment') ?? '',
  })
  const recorded = recorder.received(() => ({ ...recordOf(call, vendor.name, url.pathname), events: [] }))
  const plan = upgrade.faults.take({ key: call.key, model: call.model, path: url.pathname }) ?? {}
  call.counts = plan.usage?.counts
  call.usage = (counted) => alterUsage(counted, plan.usage)
  if (plan.delay?.headersMs !== undefined)
    await setTimeout(plan.delay.headersMs + Math.round((plan.delay.jitterMs ?? 0) * upgrade.random()))
  if (plan.silent) return
  if (plan.cut?.at === 'before-headers') return void socket.destroy()
  const refused = replacedResponse(call, vendor, plan) ?? (await orRefusal(() => check(call, vendor)))
  if (refused) {
    socket.end(httpText(refused))
    recorder.responded(recorded, refused.status)
    return
  }
  const client = await accept(upgrade)
  client.once('close', (code) => {
    if (code === 1006) recorder.aborted(recorded)
    else recorder.responded(recorded, 101)
  })
  runSession({ call, client, plan, isBeta: isBeta(call), onEvent: (event) => recorded?.events?.push(event) })
}

const isBeta = (call: Call): boolean =>
  call.headers['openai-beta'] === 'realtime=v1' ||
  subprotocolsOf(call.headers).includes('openai-beta.realtime-v1') ||
  call.query.has('api-version')

function check(call: Call, vendor: Vendor): void {
  const isDated = call.path === '/openai/realtime'
  if (!isDated && call.path !== '/v1/realtime' && call.path !== '/openai/v1/realtime')
    throw vendor.refuse(404, 'Invalid URL')
  if (isDated && !call.query.has('api-version')) throw vendor.refuse(404, 'Resource not found')
  if (call.key === '' || isWrongKey(call.key)) throw vendor.refuse(401, 'Incorrect API key provided.')
  if (call.model === '') throw vendor.refuse(400, 'you must provide a model parameter')
  if (call.model.includes('realtime-preview') && !isBeta(call))
    throw vendor.refuse(400, 'This model needs the header openai-beta: realtime=v1.')
}
