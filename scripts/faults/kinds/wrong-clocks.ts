import { setTimeout as pause } from 'node:timers/promises'
import { eventually } from '../../../server/test/harness/eventually.ts'
import type { Fault } from '../fault.ts'
import type { Instance } from '../layout/instance.ts'
import { type Key, type Layout, requestModel } from '../layout/layout.ts'

const hour = 3600
/** More than the duration of a call, less than the error of the clocks. */
const tolerance = hour / 4

/** Replaces the wall clock of a process; the monotonic one stays. */
const shifted = (seconds: number) => {
  const code = `const Right = Date; const now = () => Right.now() + ${seconds * 1000};
    globalThis.Date = class extends Right {
      constructor(...given) { if (given.length > 0) super(...given); else super(now()) }
      static now() { return now() }
    }`
  return { NODE_OPTIONS: `--import=data:text/javascript;base64,${Buffer.from(code).toString('base64')}` }
}

const restart = async (instance: Instance, env: Record<string, string> = {}) => {
  await instance.stop()
  await instance.start(env)
}

/** The clock of one instance is an hour ahead, that of the other an hour behind. The database's clock decides. */
export const wrongClocks: Fault = {
  name: 'clocks are an hour wrong',
  mayRefuse: false,
  async prepare(layout, { token_id }) {
    await Promise.all(layout.instances.map((instance, index) => restart(instance, shifted(index ? hour : -hour))))
    await layout.query('UPDATE tokens SET expired_time = extract(epoch FROM now())::bigint + $2 WHERE id = $1', [
      token_id,
      hour / 2,
    ])
  },
  run: ({ seconds }) => pause(seconds * 1000),
  async check(layout, key) {
    const far = `abs(created_at - extract(epoch FROM now())) > ${tolerance}`
    const rows = await layout.query(`SELECT 1 FROM logs WHERE token_id = $1 AND ${far}`, [key.token_id])
    const entries = await layout.query(`SELECT 1 FROM ledger WHERE token_id = $1 AND ${far}`, [key.token_id])
    if (rows.length + entries.length > 0) throw new Error('rows have the time of a wrong clock')
    await expireToken(layout, key)
    for (const { url } of layout.instances)
      await eventually('the expired token is refused', async () => (await requestModel(url, key.secret)) === 401)
    await Promise.all(layout.instances.map((instance) => restart(instance)))
  },
}

const expireToken = (layout: Layout, { token_id }: Key) =>
  layout.query('UPDATE tokens SET expired_time = extract(epoch FROM now())::bigint - $2 WHERE id = $1', [
    token_id,
    hour / 2,
  ])
