import { parentPort, workerData } from 'node:worker_threads'
import { verifyLedger } from '../domain/money/wallet/verify/verify.ts'
import { openStore, type StoreSettings } from '../store/store.ts'

const { settings, now } = workerData as { settings: StoreSettings; now: number }
const open = await openStore({ ...settings, poolSize: 1 })
try {
  parentPort?.postMessage(await verifyLedger(open, now))
} finally {
  await open.close()
}
