// Runs the mock upstream as a process of its own. PORT chooses the port; RECORD=false records no requests.
import { startMockUpstream } from './server.ts'

const upstream = await startMockUpstream({
  port: Number(process.env.PORT ?? 0),
  record: process.env.RECORD !== 'false',
  tasksRun: true,
})
console.log(upstream.url)

for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => void upstream.stop())
